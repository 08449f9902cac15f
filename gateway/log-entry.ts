import { createHash } from 'node:crypto';
import * as z from 'zod';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import { parseJsonBody } from '#platform/json/json-body.ts';
import { tooLarge } from '#platform/json/too-large.ts';
import { probeHeader } from './probe-header.ts';
import { withoutCredentials } from './without-credentials.ts';

const day = 86_400_000;
const longestUri = 2_048;

const entityId = z.uuid().toLowerCase();

/**
 * What is read of an entry of Kong's http-log: the rest is unknown here and dropped, first of all the other headers,
 * which hold the caller's key in clear.
 */
const entrySchema = z.object({
  /** Milliseconds since 1970. */
  started_at: z.number(),
  client_ip: z.union([z.ipv4(), z.ipv6()]),
  upstream_uri: z.string().default(''),
  request: z.object({
    id: z.string().min(1).max(200).optional(),
    headers: z.object({ [probeHeader]: z.string().optional() }).optional(),
  }),
  response: z.object({ status: z.int().min(100).max(599) }),
  service: z.object({ id: entityId, tags: z.array(z.string()).default([]) }).optional(),
  consumer: z.object({ id: entityId, custom_id: z.string().optional() }).optional(),
  /** The credential that was used. */
  authenticated_entity: z.object({ id: entityId }).optional().catch(undefined),
});

/**
 * One call, ready to be stored.
 *
 * @property requestId the gateway's id of the call as a UUID.
 * @property probe   the mark of a trial call, as the caller claims.
 * @property service, consumer as the gateway claims; nothing is proved yet.
 */
export type LogEntry = Readonly<{
  requestId: string;
  startedAt: Date;
  clientIp: string;
  upstreamUri: string;
  status: number;
  probe: string | undefined;
  service: Readonly<{ id: string; tags: readonly string[] }> | undefined;
  consumer: Readonly<{ id: string; customId: string | undefined }> | undefined;
  /** The gateway's id of the credential that was used. */
  credential: string | undefined;
}>;

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** Kong's ids are 32 hex digits; any other id, and an entry without one, is recognised by its hash. */
const requestIdOf = (id: string | undefined, entry: unknown): string => {
  if (id === undefined) return hash(`entry ${JSON.stringify(entry)}`);
  return /^[0-9a-f]{32}$/i.test(id) ? id.toLowerCase() : hash(`id ${id}`);
};

/** Control characters, line and paragraph separators: nothing that could begin a new line of a log or a report. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for.
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;

const plain = (text: string): string => text.replace(controls, '\ufffd').slice(0, longestUri).toWellFormed();

/** A gateway's clock may be wrong; beyond a day it is not believed. */
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
    probe: data.request.headers?.[probeHeader],
    service: data.service,
    consumer: data.consumer && { id: data.consumer.id, customId: data.consumer.custom_id },
    credential: data.authenticated_entity?.id,
  };
};

/**
 * The portal has gateways send 20 entries a post (`gateway/plan.ts`); ten times as many leave room for one that was set
 * up by hand. An entry has some 100 values, of which a caller's headers and query make most.
 */
export const postLimits = { entries: 200, values: 100_000, depth: 20 } as const;

/** What was posted; `unreadable` counts entries that no call can be made of. */
export type PostedEntries = Readonly<{ entries: readonly LogEntry[]; unreadable: number }>;

/**
 * Reads what a gateway posted: one entry, or an array once the plugin sends batches.
 *
 * @param now of the arrival, which times are held against.
 * @throws RefusedError when it is no JSON, or more than a gateway posts at once.
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
