import type * as z from 'zod/mini';
import type { ProfileBody } from '#domain/user/profile-schema.ts';
import { userChanged } from '#domain/user/schema.ts';
import { command } from '../../../api/old-client.ts';
import type { CommandDefinition } from '../../../api/use-command.ts';

type UserChanged = z.output<typeof userChanged>;

/** First part of the key of the session's user query. */
const userKey = ['user'] as const;

export const saveProfile: CommandDefinition<ProfileBody, UserChanged> = {
  call: (body, context) => command(userChanged, 'POST', '/api/user', body, context),
  invalidates: [userKey],
  success: 'account.saved',
};

/** Accepts the terms. `version` is the shown version. */
export const acceptTerms: CommandDefinition<{ version: string }, UserChanged> = {
  call: (body, context) => command(userChanged, 'POST', '/api/user/accept-terms', body, context),
  invalidates: [userKey],
};

export const welcomeSeen: CommandDefinition<void, UserChanged> = {
  call: (_input, context) => command(userChanged, 'POST', '/api/user/first-login-seen', undefined, context),
  invalidates: [userKey],
};
