import * as z from 'zod/mini';
import { editUserBody } from '#domain/user/manage-schema.ts';
import { emailAddress, personName } from '#domain/user/person.ts';

/** The form of a team member. It has the words of the request review for the same rules. */
export const memberForm = z.extend(editUserBody, {
  firstname: personName('registration.firstname-required'),
  lastname: personName('registration.lastname-required'),
  email: emailAddress('registration.email-required', 'registration.email-invalid'),
});
