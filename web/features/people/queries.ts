import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import {
  type AccountBody,
  type EditUserBody,
  roleHistoryEntry,
  updatedRolePage,
  type updatedRoleQuery,
  userManaged,
  userRemoved,
} from '#domain/user/manage-schema.ts';
import { type UserListQuery, userPage } from '#domain/user/row.ts';
import { userChanged, userDetail } from '#domain/user/schema.ts';
import { command, get, type Query, urlOf } from '../../api/old-client.ts';
import type { CommandDefinition } from '../../api/use-command.ts';

/** First part of the keys of all queries about people. */
const usersKey = ['users'] as const;

/** The list's filters as the server takes them. */
const queryOf = ({ org, role, ...params }: UserListQuery): Query => ({
  ...params,
  org: org.join(',') || undefined,
  role: role.join(',') || undefined,
});

export const usersOptions = (params: UserListQuery) =>
  queryOptions({
    queryKey: [...usersKey, 'list', params],
    queryFn: ({ signal }) => get(userPage, '/api/users', queryOf(params), signal),
    placeholderData: keepPreviousData,
  });

/** Returns the address of all matching rows as CSV. The browser saves the file. */
export const usersCsvUrl = (params: UserListQuery): string => {
  const { page: _page, sort: _sort, order: _order, ...filters } = queryOf(params);
  return urlOf('/api/users/download', filters);
};

export const userOptions = (id: number) =>
  queryOptions({
    queryKey: [...usersKey, 'one', id],
    queryFn: ({ signal }) => get(userDetail, '/api/userById', { id }, signal),
  });

export const roleHistoryOptions = (id: number) =>
  queryOptions({
    queryKey: [...usersKey, 'roles', id],
    queryFn: ({ signal }) => get(z.array(roleHistoryEntry), '/api/user/role-history', { id }, signal),
  });

export const updatedRolesOptions = (params: z.output<typeof updatedRoleQuery>) =>
  queryOptions({
    queryKey: [...usersKey, 'changes', params],
    queryFn: ({ signal }) => get(updatedRolePage, '/api/updatedRole', params, signal),
    placeholderData: keepPreviousData,
  });

type Managed = z.output<typeof userManaged>;
type Removed = z.output<typeof userRemoved>;

const save = (success: 'people.updated' | 'people.invited-done'): CommandDefinition<EditUserBody, Managed> => ({
  call: (body, context) => command(userManaged, 'POST', '/api/user/edit-user', body, context),
  invalidates: [usersKey],
  success,
  failure: 'people.save-failed',
});
export const saveUser = save('people.updated');
export const inviteUser = save('people.invited-done');

export const modifyUser: CommandDefinition<Omit<EditUserBody, 'invite'>, Managed> = {
  call: (body, context) => command(userManaged, 'POST', '/api/user/modify-user', body, context),
  invalidates: [usersKey],
  success: 'people.selected-updated',
  failure: 'people.save-failed',
};

export const changeRoles: CommandDefinition<AccountBody, z.output<typeof userChanged>> = {
  call: (body, context) => command(userChanged, 'POST', '/api/user', body, context),
  invalidates: [usersKey, ['user']],
  success: 'people.updated',
};

export const setStatus: CommandDefinition<{ id: number; status: 'DISABLED' | 'ACTIVE' }, Managed> = {
  call: (body, context) => command(userManaged, 'PUT', '/api/user', body, context),
  invalidates: [usersKey],
  success: 'people.status-updated',
  failure: 'people.update-failed',
};

export const deleteUser: CommandDefinition<number, Removed> = {
  call: (id, context) => command(userRemoved, 'DELETE', `/api/user?id=${id}`, undefined, context),
  invalidates: [usersKey],
  success: 'people.deleted-done',
  failure: 'people.delete-failed',
};

export const inviteAgain: CommandDefinition<number, Managed> = {
  call: (id, context) => command(userManaged, 'POST', '/api/user/invite', { id }, context),
  invalidates: [usersKey],
  success: 'people.invited-done',
};

export const withdrawInvitation: CommandDefinition<number, Removed> = {
  call: (id, context) => command(userRemoved, 'DELETE', `/api/user/invite?id=${id}`, undefined, context),
  invalidates: [usersKey],
  success: 'people.withdrawn-done',
};

export const eraseUser: CommandDefinition<number, Managed> = {
  call: (id, context) => command(userManaged, 'POST', '/api/user/erase', { id }, context),
  invalidates: [usersKey],
  success: 'people.erased-done',
};
