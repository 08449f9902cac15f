import * as z from 'zod/mini';
import { distinct } from './distinct.ts';
import { atMost } from './required-text.ts';

/** An id: a positive integer from the sequence of its noun. */
export const idSchema = z.int().check(z.positive(), z.maximum(2_147_483_647));

/** Id field of a form. Every validation error becomes `code`. */
export const idSchemaFor = (code: string) =>
  z.int({ error: code }).check(z.positive(code), z.maximum(2_147_483_647, code));

/** An id in a path or a query string. */
export const idParameter = z.pipe(
  z.pipe(z.string().check(atMost(10), z.regex(/^[1-9]\d{0,9}$/)), z.transform(Number)),
  idSchema,
);

/** Nouns with ids. The id sequence of each is made before the processes start. */
export const nouns = distinct('noun with ids', [
  'organization',
  'user',
  'application',
  'business-area',
  'review-round',
  'event-topic',
  'event-subscription',
  'event-category',
  'registration',
  'api',
  'deployment',
  'consumer',
  'resource',
  'certificate',
  'issue',
  'access-request',
  'access-grant',
  'organization-deletion',
  'approval',
]);
export type Noun = (typeof nouns)[number];

/** The Postgres sequence of a noun's ids. */
export const idSequenceOf = (noun: Noun): string => `${noun.replaceAll('-', '_')}_id`;

/** Returns the name of a stream: `organization-12`. */
export const streamOf = (noun: string, id: number | string): string => `${noun}-${id}`;
