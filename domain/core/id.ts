import * as z from 'zod';

/** Every entity has a small positive integer id, from one sequence per kind. */
export const idSchema = z.int().positive().max(2_147_483_647);

/** An id that a form asks for: whatever is wrong with it, the form says the one thing. */
export const idSchemaFor = (code: string) => z.int({ error: code }).positive(code).max(2_147_483_647, code);

/** An id in a path or a query string. */
export const idParameter = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(idSchema);

/** The nouns that have ids. The id sequence of each is made before the processes start. */
export const nouns = [
  'organization',
  'user',
  'application',
  'business-area',
  'api',
  'deployment',
  'consumer',
  'resource',
  'issue',
  'access-request',
  'access-grant',
] as const;
export type Noun = (typeof nouns)[number];

/** The Postgres sequence of a noun's ids. */
export const idSequenceOf = (noun: Noun): string => `${noun.replaceAll('-', '_')}_id`;

/** The stream of one aggregate: `organization-12`. */
export const streamOf = (noun: string, id: number | string): string => `${noun}-${id}`;
