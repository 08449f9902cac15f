import { erased } from '../core/erased.ts';

/** Returns a person's name in one text. An erased person has one mark for both names. */
export const fullNameOf = (firstname: string, lastname: string): string =>
  firstname === erased ? erased : `${firstname} ${lastname}`.trim();
