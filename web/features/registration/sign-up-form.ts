import * as z from 'zod/mini';
import { registrationConfirmed, signedUp, signUpBody } from '#domain/registration/sign-up.ts';
import type { Language } from '#domain/user/settings.ts';
import { command } from '../../api/old-client.ts';
import type { CommandDefinition } from '../../api/use-command.ts';

/**
 * The form Sign Up: a check box instead of `yes`, and no comments. Its language is the portal's. Whether an address is internal
 * only the server knows.
 */
export const signUpForm = z.extend(z.omit(signUpBody, { comments: true, language: true }), {
  agreeToTerm: z.literal(true, 'registration.terms-required'),
});

type SignUp = z.output<typeof signUpForm> & Readonly<{ language: Language | undefined }>;

export const signUpCommand: CommandDefinition<SignUp, z.output<typeof signedUp>> = {
  call: ({ agreeToTerm: _true, ...form }, context) =>
    command(signedUp, 'POST', '/api/access-requests', { ...form, comments: '', agreeToTerm: 'yes' }, context),
  invalidates: [],
};

/** The button behind the link in a mail. @param token of the link. */
export const confirmCommand: CommandDefinition<string, z.output<typeof registrationConfirmed>> = {
  call: (token, context) => command(registrationConfirmed, 'POST', '/api/confirm-access-request', { token }, context),
  invalidates: [],
};
