import * as z from 'zod/mini';
import { requiredText, textOr } from '../core/required-text.ts';

/**
 * A first or last name in every form (docs/product/sessions-and-people.md): letters of any script (at least one), dots,
 * underscores, commas and spaces.
 *
 * @param code the problem's code, for an empty and for a wrong name.
 */
export const personName = (code: string) =>
  textOr(code).check(z.trim(), z.regex(/^[\p{L}\p{M}._, ]*\p{L}[\p{L}\p{M}._, ]*$/u, code), z.maxLength(100));

/** +CountryCode(AreaCode)-Number-Number, `+1(816)-111-1111`; may be empty (docs/product/sessions-and-people.md). */
export const phoneNumber = z._default(
  z.string().check(z.trim(), z.regex(/^$|^\+\d{1,3}\(\d{1,5}\)-\d{1,8}-\d{1,8}$/, 'user.phone-invalid')),
  '',
);

/**
 * A mail address in forms of administrators.
 *
 * @param required the problem's code for an empty address.
 * @param invalid the problem's code for anything else that is no address.
 */
export const emailAddress = (required: string, invalid: string) =>
  z.pipe(requiredText(320, required), z.email(invalid));
