import { call } from '../core/call.ts';
import { userDetail, userQuery } from './schema.ts';
import { userCall } from './user-call.ts';

export const getUser = call({ ...userCall, query: userQuery, response: userDetail });
