import * as z from 'zod/mini';
import { atMost } from '../core/required-text.ts';

/** +CountryCode(AreaCode)-Number-Number, `+1(816)-111-1111`; may be empty (docs/product/sessions-and-people.md). */
export const phoneNumber = z._default(
  z.string().check(z.trim(), atMost(50), z.regex(/^$|^\+\d{1,3}\(\d{1,5}\)-\d{1,8}-\d{1,8}$/, 'user.phone-invalid')),
  '',
);

/** Characters of an id at the identity provider (`sub`: OpenID Connect Core 1.0, section 2). */
export const providerIdLimit = 255;
