import * as z from 'zod';

/**
 * A first or last name as every form takes it (docs/product/sessions-and-people.md): letters of any script, one at least,
 * dot, underscore, comma and spaces.
 *
 * @param code what the form says, whether it is empty or wrong.
 */
export const personName = (code: string) =>
  z
    .string({ error: code })
    .trim()
    .regex(/^[\p{L}\p{M}._, ]*\p{L}[\p{L}\p{M}._, ]*$/u, code)
    .max(100);

/** +CountryCode(AreaCode)-Number-Number, `+1(816)-111-1111`; empty is none (docs/product/sessions-and-people.md). */
export const phoneNumber = z
  .string()
  .trim()
  .regex(/^$|^\+\d{1,3}\(\d{1,5}\)-\d{1,8}-\d{1,8}$/, 'user.phone-invalid')
  .default('');
