import * as z from 'zod/mini';
import { atMost } from '../core/required-text.ts';
import { isFreeHeader, parameterPlaces, tryItMethods, tryItStyles, unsentReasons } from './call-parts.ts';

/** What is filled in: a text, the rows of a list, or rows of names and values. */
const filledValue = z.union([
  z.string(),
  z.array(z.string()),
  z.array(z.object({ name: z.string(), value: z.string() })),
]);
export type FilledValue = z.output<typeof filledValue>;

/**
 * How a value is written that is more than one plain text. `style`: as OpenAPI names it; `plain` is a text that is written
 * as it is. `reserved`: signs such as `/` and `?` stay as they are.
 */
const writing = z.object({
  shape: z.enum(['text', 'list', 'map', 'file', 'files']),
  style: z.enum(tryItStyles),
  explode: z.boolean(),
  reserved: z.boolean(),
});
export type TryItWriting = z.output<typeof writing>;

const described = {
  name: z.string(),
  required: z.boolean(),
  description: z.string(),
  /** A value that obeys the schema, the description's own if it does; empty without one. */
  example: filledValue,
  /** Absent: one text in the usual style. */
  writing: z.optional(writing),
  /** The media type that the value has of its own; absent: plain text. */
  contentType: z.optional(z.string()),
};

const tryItParameter = z.object({ ...described, in: z.enum(parameterPlaces) });
export type TryItParameter = z.output<typeof tryItParameter>;

/** A field of a form. */
const tryItField = z.object(described);
export type TryItField = z.output<typeof tryItField>;

/** A body in one of its media types: a text, a form with fields (urlencoded or in parts), or the bytes of a file. */
const tryItBodyForm = z.object({
  contentType: z.string(),
  /** The described range of types, such as `image/*`, that a chosen file may have. `contentType` is the usual one of them. */
  range: z.optional(z.string()),
  kind: z.enum(['text', 'form', 'parts', 'file']),
  example: z.string(),
  fields: z.array(tryItField),
});
export type TryItBodyForm = z.output<typeof tryItBodyForm>;

/** Something that the description names and no call from here can hold. */
const tryItUnsent = z.object({ name: z.string(), why: z.enum(unsentReasons) });
export type TryItUnsent = z.output<typeof tryItUnsent>;

/** The parts of a described operation that a call needs. */
const tryItOperation = z.object({
  method: z.enum(tryItMethods),
  /** With its parameters in braces: `/orders/{id}`. */
  path: z.string(),
  /** The path of its servers, where that is not the description's base path. */
  basePath: z.optional(z.string()),
  summary: z.string(),
  parameters: z.array(tryItParameter),
  /** The body in each media type of the description, JSON first; empty when the operation has no body. */
  bodies: z.array(tryItBodyForm),
  unsent: z.array(tryItUnsent),
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
  /** Bytes of a body with files. */
  files: 150_000,
  /** Bytes of a response that are read and shown. Requirement D5 allows 1 MB. */
  response: 256 * 1024,
  /** Time limit for the whole call (requirement D5). */
  milliseconds: 5_000,
  /** Calls of one person at the same time. */
  atOnce: 4,
} as const;

const base64Length = (bytes: number): number => Math.ceil(bytes / 3) * 4;

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
  /** Text. With `encoding` it is the bytes in Base64: a body with files. */
  body: z._default(
    z.nullable(z.string().check(z.maxLength(base64Length(tryItLimits.files), 'trial.body-too-long'))),
    null,
  ),
  encoding: z.optional(z.literal('base64')),
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
