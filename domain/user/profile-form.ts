import * as z from 'zod/mini';
import { personName } from '../core/name-rule.ts';
import { basedOnField } from '../core/older-form.ts';
import { atMost } from '../core/required-text.ts';
import { accountBody } from './manage-form.ts';
import { phoneNumber } from './person.ts';

/**
 * `POST /api/user`, the profile form. The form sends `id` 0 for the signed-in user. `email` is only shown and must be
 * unchanged.
 */
export const profileBody = z.strictObject({
  id: z._default(
    z.union([z.int(), z.pipe(z.string().check(atMost(10), z.regex(/^\d{1,10}$/)), z.transform(Number))]),
    0,
  ),
  firstname: personName('user.firstname-required'),
  lastname: personName('user.lastname-required'),
  email: z.optional(z.string().check(z.maxLength(320))),
  phoneNumber,
  basedOn: basedOnField,
});

/** `POST /api/user` takes the profile form, or an administrator's change of organization and roles. */
export const userBody = z.union([profileBody, accountBody]);
