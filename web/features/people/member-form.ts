import * as z from 'zod/mini';
import { mailAddress } from '#domain/core/mail-address.ts';
import { personName } from '#domain/core/name-rule.ts';
import { editUserBody } from '#domain/user/manage-form.ts';

/** The form of a team member. It has the words of the request review for the same rules. */
export const memberForm = z.extend(editUserBody, {
  firstname: personName('registration.firstname-required'),
  lastname: personName('registration.lastname-required'),
  email: mailAddress('registration.email-required', 'registration.email-invalid'),
});
