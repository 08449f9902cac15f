import * as z from 'zod/mini';
import { call } from '../core/call.ts';
import {
  editUserBody,
  modifyUserBody,
  roleHistoryEntry,
  updatedRolePage,
  updatedRoleQuery,
  userIdBody,
  userIdQuery,
  userManaged,
  userRemoved,
  userStatusBody,
} from './manage-form.ts';
import { userBody } from './profile-form.ts';
import { userListQuery, userPage } from './row.ts';
import { userByIdQuery, userChanged, userDetail, userQuery } from './schema.ts';

export const saveUser = call({
  method: 'post',
  path: '/api/user',
  body: userBody,
  response: userChanged,
});

export const saveMember = call({
  method: 'post',
  path: '/api/user/edit-user',
  body: editUserBody,
  response: userManaged,
});

export const saveUserForm = call({
  method: 'post',
  path: '/api/user/modify-user',
  body: modifyUserBody,
  response: userManaged,
});

export const switchUser = call({
  method: 'put',
  path: '/api/user',
  body: userStatusBody,
  response: userManaged,
});

export const removeUser = call({
  method: 'delete',
  path: '/api/user',
  query: userIdQuery,
  response: userRemoved,
});

export const inviteUser = call({
  method: 'post',
  path: '/api/user/invite',
  body: userIdBody,
  response: userManaged,
});

export const withdrawInvitation = call({
  method: 'delete',
  path: '/api/user/invite',
  query: userIdQuery,
  response: userRemoved,
});

export const eraseUser = call({
  method: 'post',
  path: '/api/user/erase',
  body: userIdBody,
  response: userManaged,
});

export const getUserById = call({
  method: 'get',
  path: '/api/userById',
  query: userByIdQuery,
  response: userDetail,
});

export const getUserForm = call({
  method: 'get',
  path: '/api/user/modify-user',
  query: userByIdQuery,
  response: userDetail,
});

export const listRoleChanges = call({
  method: 'get',
  path: '/api/updatedRole',
  query: updatedRoleQuery,
  response: updatedRolePage,
});

export const listRoleChangesOfUser = call({
  method: 'get',
  path: '/api/user/role-history',
  query: userIdQuery,
  response: z.array(roleHistoryEntry),
});

export const listUsers = call({
  method: 'get',
  path: '/api/users',
  query: userListQuery,
  response: userPage,
});

export const downloadUsers = call({
  method: 'get',
  path: '/api/users/download',
  query: userListQuery,
});

/** As older clients ask for the user. */
export const getUserDetail = call({
  method: 'get',
  path: '/api/user/detail',
  query: userQuery,
  response: userDetail,
});
