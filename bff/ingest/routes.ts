import { Hono } from 'hono';
import { idParameter } from '#domain/core/id.ts';
import { RefusedError } from '#domain/core/problem.ts';
import { type PostedEntries, postLimits, readPost } from '#gateway/telemetry/log-entry.ts';
import { awaitedToken, probeMark, reportTicket } from '#gateway/telemetry/probe-header.ts';
import { telemetryKeyHeader } from '#gateway/telemetry/telemetry-key-header.ts';
import { tokenOfTestKey } from '#gateway/telemetry/test-key.ts';
import { takeTicket } from '../auth/tickets.ts';
import { specResult } from '../documents/spec-job.ts';
import type { BffEnv } from '../http/context.ts';
import { countCall } from '../http/limit-calls.ts';
import { readBody, withRoom } from '../http/read-body.ts';
import type { Services } from '../http/services.ts';
import { smallBody } from '../input/body-limits.ts';
import type { WorkCaller } from '../processes/fair-queue.ts';
import { attribute } from './attribution.ts';
import { requireGatewayKey } from './gateway-key.ts';
import { createOperationMatchers } from './operation-matchers.ts';
import { countRefused, postedCalls } from './posted-calls.ts';
import { recordRequests } from './record-requests.ts';

/**
 * Bytes. A post of twenty entries has about 40 kB. But callers may send 32 kB of headers, which are in their entries, and
 * those calls must be recorded too.
 */
const postLimit = 5 * 1024 * 1024;

/** Parses a small post here and a large one in a child process, in the gateway's turn. */
const read = async (bytes: Uint8Array, now: Date, by: WorkCaller): Promise<PostedEntries> => {
  if (bytes.length <= smallBody) return readPost(bytes, now);
  const job = { kind: 'telemetry', now: now.getTime() } as const;
  return (await specResult(job, [{ load: async () => bytes }], { by })).posted;
};

/** Milliseconds that somebody may wait for a report. */
const awaited = 600_000;

/** Notes which awaited reports have come: `npm run gateway -- test` waits for one. */
const noteAwaited = async (
  { pool, now }: Pick<Services, 'pool' | 'now'>,
  gatewayId: number,
  entries: PostedEntries['entries'],
  mark: string,
): Promise<void> => {
  const tokens = new Set(entries.map(({ probe }) => awaitedToken(mark, probe)).filter((token) => token !== undefined));
  for (const token of tokens)
    await takeTicket(pool, reportTicket(gatewayId, token), new Date(now().getTime() + awaited));
};

/**
 * `POST /ingest/gateways/{resourceId}/requests`: gateways post their calls here (Kong's http-log). It is outside `/api`,
 * without session and cookie; each gateway has a key. Responds 204 when all valid entries are stored. After any other
 * status Kong posts the same again, which changes nothing.
 */
export const ingestRoutes = (services: Services): Hono<BffEnv> => {
  const { pool, log, now, vault } = services;
  const mark = probeMark(vault);
  const matchers = createOperationMatchers(pool);
  const app = new Hono<BffEnv>();

  app.post('/ingest/gateways/:resourceId/requests', async (c) => {
    const resourceId = idParameter.safeParse(c.req.param('resourceId')).data;
    const key = c.req.header(telemetryKeyHeader);
    const tested = resourceId === undefined ? undefined : tokenOfTestKey(vault, resourceId, key, now());
    if (resourceId !== undefined && tested !== undefined) {
      await countCall(services, c, 'telemetry', 'gateways that are tested');
      await takeTicket(pool, reportTicket(resourceId, tested), new Date(now().getTime() + awaited));
      return c.body(null, 204);
    }
    // Checked before the body is read.
    const gatewayId = await requireGatewayKey(services, resourceId, key)
      .catch(countRefused)
      .catch(async (error: unknown) => {
        if (error instanceof RefusedError) await countCall(services, c, 'failed-credential');
        throw error;
      });
    await countCall(services, c, 'telemetry', `gateway ${gatewayId}`);
    // Gateways have negative ids here, so that they are not mixed up with people.
    const by: WorkCaller = { userId: -gatewayId, organizationId: -gatewayId };
    // A gateway has many nodes that post at the same time. Memory limits how many are read at once.
    const posted = await withRoom(
      c,
      by,
      async () => read(await readBody(c, postLimit, postLimits), now(), by),
      Number.POSITIVE_INFINITY,
    ).catch(countRefused);
    const { unreadable } = posted;
    await noteAwaited(services, gatewayId, posted.entries, mark);
    // The portal's own probe calls are not recorded.
    const entries = posted.entries.filter(({ probe }) => probe !== mark && awaitedToken(mark, probe) === undefined);
    const attributions = await attribute({ ...services, matchers }, gatewayId, entries);
    const requests = entries.flatMap((entry, index) => {
      const attribution = attributions[index];
      return attribution ? [{ ...entry, ...attribution }] : [];
    });
    const { stored, repeated } = await recordRequests(pool, gatewayId, requests);

    const unattributed = attributions.filter((attribution) => attribution.unattributed !== null).length;
    for (const [outcome, count] of Object.entries({ stored, repeated, unreadable, unattributed }))
      postedCalls.inc({ outcome }, count);
    const level = unreadable > 0 || unattributed > 0 ? 'warn' : 'debug';
    log[level]({ gatewayId, stored, repeated, unreadable, unattributed }, 'gateway requests recorded');
    return c.body(null, 204);
  });
  return app;
};
