import * as z from 'zod';
import { isFreeHeader, parameterPlaces, tryItMethods } from './call-parts.ts';

const tryItParameter = z.object({
  name: z.string(),
  in: z.enum(parameterPlaces),
  required: z.boolean(),
  description: z.string(),
  /** What the description gives as an example or a default; '' when nothing. */
  example: z.string(),
});
export type TryItParameter = z.output<typeof tryItParameter>;

/** An operation of a description as far as a call of it needs. */
const tryItOperation = z.object({
  method: z.enum(tryItMethods),
  /** With its parameters in braces: `/orders/{id}`. */
  path: z.string(),
  summary: z.string(),
  parameters: z.array(tryItParameter),
  /** The first kind of body that it takes, with an example of it. */
  body: z.object({ contentType: z.string(), example: z.string() }).nullable(),
});
export type TryItOperation = z.output<typeof tryItOperation>;

/** `GET /api/swagger/{id}/operations`. */
export const tryItOperations = z.array(tryItOperation);

export const tryItLimits = {
  /** Characters of path and query together. */
  path: 4_000,
  headers: 30,
  headerValue: 4_000,
  /** Characters of a body. */
  body: 100_000,
  /** Bytes of an answer that are read and shown; requirement D5 allows 1 MB. */
  response: 256 * 1024,
  /** For the whole exchange (requirement D5). */
  milliseconds: 5_000,
  /** Calls of a person under way at once. */
  atOnce: 4,
} as const;

const header = z.strictObject({
  name: z.string().refine(isFreeHeader, 'trial.header-refused'),
  value: z
    .string()
    .max(tryItLimits.headerValue)
    // What HTTP takes in a value (RFC 9110, 5.5), without the bytes above ASCII, which mean something else everywhere.
    .regex(/^[\t\x20-\x7e]*$/, 'trial.header-invalid'),
});

/** `POST /api/consumer/{id}/call`: one call through the gateway with this key. */
export const tryItBody = z.strictObject({
  method: z.enum(tryItMethods),
  /** Below the deployment's own path, filled in, with the query. */
  path: z
    .string()
    .max(tryItLimits.path, 'trial.path-too-long')
    .regex(/^\/[\x21-\x7e]*$/, 'trial.path-invalid'),
  headers: z
    .array(header)
    .max(tryItLimits.headers)
    // The relay sends one value for a name.
    .refine(
      (headers) => new Set(headers.map(({ name }) => name.toLowerCase())).size === headers.length,
      'trial.header-repeated',
    )
    .default([]),
  body: z.string().max(tryItLimits.body, 'trial.body-too-long').nullable().default(null),
});
export type TryItBody = z.output<typeof tryItBody>;

/** What came of it. The relay did its work either way: that a gateway is silent is an answer too. */
export const tryItResponse = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('answered'),
    status: z.int(),
    headers: z.array(z.object({ name: z.string(), value: z.string() })),
    /** Null when it is no text. */
    body: z.string().nullable(),
    /** Bytes that were read. */
    size: z.int(),
    /** There was more than is shown. */
    isCut: z.boolean(),
    milliseconds: z.int(),
  }),
  z.object({ outcome: z.enum(['unreachable', 'too-slow', 'no-token']), milliseconds: z.int() }),
]);
export type TryItResponse = z.output<typeof tryItResponse>;
