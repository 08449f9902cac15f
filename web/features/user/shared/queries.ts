import { saveUser } from '#domain/user/calls.ts';
import { acceptTerms, seeWelcome } from '#domain/user/own-calls.ts';
import type { CommandDefinition } from '../../../api/use-command.ts';

/** First part of the key of the session's user query. */
const userKey = ['user'] as const;

export const saveProfileCommand = {
  call: saveUser,
  invalidates: [userKey],
  success: 'account.saved',
} satisfies CommandDefinition;

/** Accepts the terms. `version` is the shown version. */
export const acceptTermsCommand = {
  call: acceptTerms,
  invalidates: [userKey],
} satisfies CommandDefinition;

export const seeWelcomeCommand = {
  call: seeWelcome,
  invalidates: [userKey],
} satisfies CommandDefinition;
