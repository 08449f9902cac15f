import * as z from 'zod/mini';
import { idParameter } from '../core/id.ts';

/**
 * Kinds of difference between two descriptions. Texts are in the web's `versions.change`. `place` is a place in the
 * operation or schema; `before` and `after` are its old and new value.
 */
const changeCodes = [
  'operation-added',
  'operation-removed',
  'operation-deprecated',
  'operation-documented',
  'address-changed',
  'server-removed',
  'server-added',
  'parameter-added',
  'parameter-required-added',
  'parameter-removed',
  'body-added',
  'body-required-added',
  'body-removed',
  'media-type-added',
  'media-type-removed',
  'response-added',
  'response-removed',
  'header-added',
  'header-removed',
  'security-tightened',
  'security-changed',
  'schema-added',
  'schema-removed',
  'schema-documented',
  'property-added',
  'property-required-added',
  'property-removed',
  'now-required',
  'now-optional',
  'type-changed',
  'values-added',
  'values-removed',
  'limit-changed',
  'default-changed',
  'closed',
  'opened',
  'alternative-added',
  'alternative-removed',
  'event-added',
  'event-removed',
  'different',
] as const;
export type ChangeCode = (typeof changeCodes)[number];

/**
 * What a change means for a caller who follows the older description. `breaks`: the caller fails. `may-break`: the
 * description can't tell (a new value in a response, a removed parameter). `safe`: the caller works as before.
 */
export const verdicts = ['breaks', 'may-break', 'safe'] as const;
export type Verdict = (typeof verdicts)[number];

const specChange = z.object({
  /** `GET /pets/{id}`, the beginning of several paths (`/v1/…`), `servers`, the name of a schema, or of an event. */
  subject: z.string(),
  kind: z.enum(['operation', 'schema']),
  effect: z.enum(['added', 'removed', 'changed']),
  verdict: z.enum(verdicts),
  what: z.enum(changeCodes),
  place: z.string(),
  before: z.string(),
  after: z.string(),
});
export type SpecChange = z.output<typeof specChange>;

/** `GET /api/swagger/{id}/compare`: worst changes first, at most 1,000. The counts include all changes. */
export const specComparison = z.object({
  changes: z.array(specChange),
  breaking: z.int(),
  maybe: z.int(),
  total: z.int(),
});
export type SpecComparison = z.output<typeof specComparison>;
export const mostChanges = 1_000;

export const compareQuery = z.object({ from: idParameter, to: idParameter });
