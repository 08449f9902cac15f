import * as z from 'zod/mini';
import { confirmSignUp, signUp } from '#domain/registration/sign-up-calls.ts';
import { signUpBody } from '#domain/registration/sign-up-form.ts';
import type { CommandDefinition } from '../../api/use-command.ts';

/**
 * The form Sign Up: a check box instead of `yes`, and no comments. Its language is the portal's. Whether an address is internal
 * only the server knows.
 */
export const signUpForm = z.extend(z.omit(signUpBody, { comments: true, language: true }), {
  agreeToTerm: z.literal(true, 'registration.terms-required'),
});

export const signUpCommand = { call: signUp, invalidates: [] } satisfies CommandDefinition;

/** The button behind the link in a mail. */
export const confirmCommand = { call: confirmSignUp, invalidates: [] } satisfies CommandDefinition;
