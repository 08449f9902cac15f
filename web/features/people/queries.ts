import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import {
  downloadUsers,
  eraseUser,
  getUserById,
  inviteUser,
  listRoleChanges,
  listRoleChangesOfUser,
  listUsers,
  removeUser,
  saveMember,
  saveUser,
  saveUserForm,
  switchUser,
  withdrawInvitation,
} from '#domain/user/calls.ts';
import type { updatedRoleQuery } from '#domain/user/manage-form.ts';
import type { UserListQuery } from '#domain/user/row.ts';
import { command, get, urlOf } from '../../api/client.ts';
import type { CommandDefinition } from '../../api/use-command.ts';

/** First part of the keys of all queries about people. */
const usersKey = ['users'] as const;

/** The list's filters as the server takes them. */
const queryOf = ({ org, role, ...params }: UserListQuery) => ({
  ...params,
  org: org.join(',') || undefined,
  role: role.join(',') || undefined,
});

export const usersOptions = (params: UserListQuery) =>
  queryOptions({
    queryKey: [...usersKey, 'list', params],
    queryFn: ({ signal }) => get(listUsers, { query: queryOf(params) }, signal),
    placeholderData: keepPreviousData,
  });

/** Returns the address of all matching rows as CSV. The browser saves the file. */
export const usersCsvUrl = (params: UserListQuery): string => {
  const { page: _page, sort: _sort, order: _order, ...filters } = queryOf(params);
  return urlOf(downloadUsers, { query: filters });
};

export const userOptions = (id: number) =>
  queryOptions({
    queryKey: [...usersKey, 'one', id],
    queryFn: ({ signal }) => get(getUserById, { query: { id } }, signal),
  });

export const roleHistoryOptions = (id: number) =>
  queryOptions({
    queryKey: [...usersKey, 'roles', id],
    queryFn: ({ signal }) => get(listRoleChangesOfUser, { query: { id } }, signal),
  });

export const updatedRolesOptions = (params: z.output<typeof updatedRoleQuery>) =>
  queryOptions({
    queryKey: [...usersKey, 'changes', params],
    queryFn: ({ signal }) => get(listRoleChanges, { query: params }, signal),
    placeholderData: keepPreviousData,
  });

const save = (success: 'people.updated' | 'people.invited-done'): CommandDefinition<typeof saveMember> => ({
  call: saveMember,
  invalidates: [usersKey],
  success,
  failure: 'people.save-failed',
});
export const saveCommand = save('people.updated');
export const inviteCommand = save('people.invited-done');

/** The same form, for a portal administrator who changes somebody: the call has no invitation. */
export const modifyCommand: CommandDefinition<typeof saveMember> = {
  call: saveMember,
  send: (_call, { body: { invite: _invite, id = 0, ...body } }, context) =>
    command(saveUserForm, { body: { ...body, id } }, context),
  invalidates: [usersKey],
  success: 'people.selected-updated',
  failure: 'people.save-failed',
};

export const changeRolesCommand = {
  call: saveUser,
  invalidates: [usersKey, ['user']],
  success: 'people.updated',
} satisfies CommandDefinition;

export const setStatusCommand = {
  call: switchUser,
  invalidates: [usersKey],
  success: 'people.status-updated',
  failure: 'people.update-failed',
} satisfies CommandDefinition;

export const deleteCommand = {
  call: removeUser,
  invalidates: [usersKey],
  success: 'people.deleted-done',
  failure: 'people.delete-failed',
} satisfies CommandDefinition;

export const inviteAgainCommand = {
  call: inviteUser,
  invalidates: [usersKey],
  success: 'people.invited-done',
} satisfies CommandDefinition;

export const withdrawCommand = {
  call: withdrawInvitation,
  invalidates: [usersKey],
  success: 'people.withdrawn-done',
} satisfies CommandDefinition;

export const eraseCommand = {
  call: eraseUser,
  invalidates: [usersKey],
  success: 'people.erased-done',
} satisfies CommandDefinition;
