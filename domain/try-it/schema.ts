import * as z from 'zod/mini';
import { atMost } from '../core/required-text.ts';
import { isFreeHeader, parameterPlaces, tryItMethods } from './call-parts.ts';

const tryItParameter = z.object({
  name: z.string(),
  in: z.enum(parameterPlaces),
  required: z.boolean(),
  description: z.string(),
  /** The description's example or default; '' without one. */
  example: z.string(),
});
export type TryItParameter = z.output<typeof tryItParameter>;

/** The parts of a described operation that a call needs. */
const tryItOperation = z.object({
  method: z.enum(tryItMethods),
  /** With its parameters in braces: `/orders/{id}`. */
  path: z.string(),
  summary: z.string(),
  parameters: z.array(tryItParameter),
  /** The first content type of the body, with an example. */
  body: z.nullable(z.object({ contentType: z.string(), example: z.string() })),
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
  /** Bytes of a response that are read and shown. Requirement D5 allows 1 MB. */
  response: 256 * 1024,
  /** Time limit for the whole call (requirement D5). */
  milliseconds: 5_000,
  /** Calls of one person at the same time. */
  atOnce: 4,
} as const;

const header = z.strictObject({
  name: z.string().check(atMost(100, 'trial.header-refused'), z.refine(isFreeHeader, 'trial.header-refused')),
  value: z.string().check(
    atMost(tryItLimits.headerValue),
    // ASCII characters of a header's value (RFC 9110, 5.5). The meaning of other bytes differs between programs.
    z.regex(/^[\t\x20-\x7e]*$/, 'trial.header-invalid'),
  ),
});

/** `POST /api/consumer/{id}/call`: one call through the gateway with this key. */
export const tryItBody = z.strictObject({
  method: z.enum(tryItMethods),
  /** The path after the deployment's own path, with its parameters filled in, and the query. */
  path: z
    .string()
    .check(atMost(tryItLimits.path, 'trial.path-too-long'), z.regex(/^\/[\x21-\x7e]*$/, 'trial.path-invalid')),
  headers: z._default(
    z.array(header).check(
      z.maxLength(tryItLimits.headers),
      // The portal sends one value for each name.
      z.refine(
        (headers) => new Set(headers.map(({ name }) => name.toLowerCase())).size === headers.length,
        'trial.header-repeated',
      ),
    ),
    [],
  ),
  body: z._default(z.nullable(z.string().check(z.maxLength(tryItLimits.body, 'trial.body-too-long'))), null),
});
export type TryItBody = z.output<typeof tryItBody>;

/** The outcome of a call. A gateway that does not respond is an outcome too, not an error of the portal. */
export const tryItResponse = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('answered'),
    status: z.int(),
    headers: z.array(z.object({ name: z.string(), value: z.string() })),
    /** Null when the body is not text. */
    body: z.nullable(z.string()),
    /** Bytes that were read. */
    size: z.int(),
    /** Whether the body was longer than what is shown. */
    isCut: z.boolean(),
    milliseconds: z.int(),
  }),
  z.object({ outcome: z.enum(['unreachable', 'too-slow', 'no-token']), milliseconds: z.int() }),
]);
export type TryItResponse = z.output<typeof tryItResponse>;
