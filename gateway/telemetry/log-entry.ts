import { createHash } from 'node:crypto';
import * as z from 'zod';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import { cutText } from '#platform/cut-text.ts';
import { parseJsonBody } from '#platform/json/json-body.ts';
import { tooLarge } from '#platform/json/too-large.ts';
import { probeHeader } from './probe-header.ts';
import { withoutCredentials } from './without-credentials.ts';

const day = 86_400_000;
const longestUri = 2_048;

const entityId = z.uuid().toLowerCase();

/** No method of a standard is longer than 17 characters. */
const longestMethod = 32;
/** The most that the columns of latencies hold: 24 days. */
const mostMilliseconds = 2 ** 31 - 1;

/** A number that an entry may have. Odd values, such as the -1 of a call that no upstream answered, are as none. */
const measured = (most: number) =>
  z
    .number()
    .min(0)
    .optional()
    .catch(undefined)
    .transform((value) => (value === undefined ? null : Math.min(Math.round(value), most)));

/**
 * The fields that Portico reads of an entry of Kong's http-log. It drops all others, most of all the other headers,
 * which contain the caller's key in clear text.
 */
const entrySchema = z.object({
  /** Milliseconds since 1970. */
  started_at: z.number(),
  client_ip: z.union([z.ipv4(), z.ipv6()]),
  upstream_uri: z.string().default(''),
  request: z.object({
    id: z.string().min(1).optional(),
    method: z.string().optional().catch(undefined),
    /** As the caller wrote it, with the query. */
    uri: z.string().optional().catch(undefined),
    size: measured(Number.MAX_SAFE_INTEGER),
    /** Kong posts a list of texts for a header that the caller sent twice. Such a call counts, too. */
    headers: z.object({ [probeHeader]: z.string().optional().catch(undefined) }).optional(),
  }),
  response: z.object({ status: z.int().min(100).max(599), size: measured(Number.MAX_SAFE_INTEGER) }),
  /** Milliseconds. */
  latencies: z
    .object({ kong: measured(mostMilliseconds), proxy: measured(mostMilliseconds) })
    .optional()
    .catch(undefined),
  service: z.object({ id: entityId, tags: z.array(z.string()).catch([]) }).optional(),
  consumer: z.object({ id: entityId, custom_id: z.string().optional().catch(undefined) }).optional(),
  /** The credential that the caller used. */
  authenticated_entity: z.object({ id: entityId }).optional().catch(undefined),
});

/**
 * One gateway call, ready to be stored.
 *
 * @property requestId the gateway's id of the call, as a UUID.
 * @property probe   the mark of a test call, as the caller claims.
 * @property service, consumer as the gateway claims. Nothing is verified yet.
 */
export type LogEntry = Readonly<{
  requestId: string;
  startedAt: Date;
  clientIp: string;
  upstreamUri: string;
  status: number;
  method: string | null;
  /** As the caller wrote it, without the query. */
  path: string | null;
  /** Milliseconds that the gateway itself took. */
  gatewayMs: number | null;
  /** Milliseconds that the gateway waited for the upstream. Null when it did not ask one. */
  upstreamMs: number | null;
  /** Bytes, with the head. */
  requestBytes: number | null;
  responseBytes: number | null;
  probe: string | undefined;
  service: Readonly<{ id: string; tags: readonly string[] }> | undefined;
  consumer: Readonly<{ id: string; customId: string | undefined }> | undefined;
  /** The gateway's id of the credential that the caller used. */
  credential: string | undefined;
}>;

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** Returns Kong's id of a call, which has 32 hex digits. Any other id, and an entry without an id, becomes a hash. */
export const requestIdOf = (id: string | undefined, entry: unknown): string => {
  if (id === undefined) return hash(`entry ${JSON.stringify(entry)}`);
  return /^[0-9a-f]{32}$/i.test(id) ? id.toLowerCase() : hash(`id ${id}`);
};

/** Control characters, and line and paragraph separators: they could begin a new line in a log or a report. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for.
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;

const plain = (text: string, longest = longestUri): string => cutText(text, longest).replace(controls, '\ufffd');

/** Returns the path of an address without its query, which may have credentials. */
const pathOf = (uri: string): string => plain(uri.split(/[?#]/, 1)[0] ?? '');

/** Limits a time to one day around now, because a gateway's clock may be wrong. */
const clamp = (milliseconds: number, now: number): Date =>
  new Date(Math.min(Math.max(Math.trunc(milliseconds), now - day), now + day));

const readEntry = (value: unknown, now: number): LogEntry | undefined => {
  const parsed = entrySchema.safeParse(value);
  if (!parsed.success) return undefined;
  const { data } = parsed;
  return {
    requestId: requestIdOf(data.request.id, value),
    startedAt: clamp(data.started_at, now),
    clientIp: data.client_ip,
    upstreamUri: plain(withoutCredentials(data.upstream_uri)),
    status: data.response.status,
    method: data.request.method === undefined ? null : plain(data.request.method, longestMethod),
    path: data.request.uri === undefined ? null : pathOf(data.request.uri),
    gatewayMs: data.latencies?.kong ?? null,
    upstreamMs: data.latencies?.proxy ?? null,
    requestBytes: data.request.size,
    responseBytes: data.response.size,
    probe: data.request.headers?.[probeHeader],
    service: data.service,
    consumer: data.consumer && { id: data.consumer.id, customId: data.consumer.custom_id },
    credential: data.authenticated_entity?.id,
  };
};

/**
 * Limits of one post. The portal configures gateways to send 20 entries a post (`gateway/plan/plan.ts`). Ten times as many
 * leave room for a gateway that somebody configured by hand. An entry has some 100 values, most of them the caller's
 * headers and query.
 */
export const postLimits = { entries: 200, values: 100_000, depth: 20 } as const;

/** The entries of a post. `unreadable` counts those that are not a call. */
export type PostedEntries = Readonly<{ entries: readonly LogEntry[]; unreadable: number }>;

/**
 * Reads a gateway's post: one entry, or an array of them.
 *
 * @param now the time of arrival, which limits the entries' times.
 * @throws RefusedError when it is not JSON, or more than a gateway posts at once.
 */
export const readPost = (bytes: Uint8Array, now: Date): PostedEntries => {
  const posted = parseJsonBody(bytes, postLimits);
  if (typeof posted !== 'object' || posted === null)
    throw new RefusedError(refuse('invalid', { code: 'body.malformed' }));
  const values: readonly unknown[] = Array.isArray(posted) ? posted : [posted];
  if (values.length > postLimits.entries) throw tooLarge();
  const entries = values.map((value) => readEntry(value, now.getTime())).filter((entry) => entry !== undefined);
  return { entries, unreadable: values.length - entries.length };
};
