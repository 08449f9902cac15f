import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { idParameter } from '#domain/core/id.ts';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import { probeMark } from '#platform/probe-header.ts';
import { telemetryKeyHeader } from '#platform/telemetry-key-header.ts';
import type { BffEnv } from '../context.ts';
import { countCall } from '../http/limit-calls.ts';
import type { Services } from '../services.ts';
import { attribute } from './attribution.ts';
import { requireGatewayKey } from './gateway-key.ts';
import { readEntries } from './log-entry.ts';
import { recordRequests } from './record-requests.ts';

/** Bytes. Twenty entries a post are some 40 kB; this leaves room for gateways with larger batches. */
const postLimit = 5 * 1024 * 1024;

const tooLarge = (): never => {
  throw new RefusedError(refuse('too-large', { code: 'body.too-large' }));
};

const parse = (text: string): unknown => {
  let posted: unknown;
  try {
    posted = JSON.parse(text);
  } catch {
    posted = undefined;
  }
  if (typeof posted === 'object' && posted !== null) return posted;
  throw new RefusedError(refuse('invalid', { code: 'body.malformed' }));
};

/**
 * Where gateways post the calls they served (Kong's http-log), `POST /ingest/gateways/{resourceId}/requests`. Stands
 * outside `/api`: no session, no cookie, a key for each gateway. Answers 204 when everything that can be stored is;
 * any other answer makes Kong post the same again, which changes nothing.
 */
export const ingestRoutes = (services: Services): Hono<BffEnv> => {
  const { pool, log, now, vault } = services;
  const mark = probeMark(vault);
  const app = new Hono<BffEnv>();
  const limit = bodyLimit({ maxSize: postLimit, onError: tooLarge });

  app.post('/ingest/gateways/:resourceId/requests', async (c) => {
    const resourceId = idParameter.safeParse(c.req.param('resourceId')).data;
    // Before a byte of the body is read.
    const gatewayId = await requireGatewayKey(services, resourceId, c.req.header(telemetryKeyHeader)).catch(
      async (error: unknown) => {
        if (error instanceof RefusedError) await countCall(services, c, 'failed-credential');
        throw error;
      },
    );
    await countCall(services, c, 'telemetry', `gateway ${gatewayId}`);
    await limit(c, async () => undefined);

    const posted = readEntries(parse(await c.req.text()), now());
    const { unreadable } = posted;
    // A worker's own trial calls are nobody's.
    const entries = posted.entries.filter(({ probe }) => probe !== mark);
    const attributions = await attribute(services, gatewayId, entries);
    const requests = entries.flatMap((entry, index) => {
      const attribution = attributions[index];
      return attribution ? [{ ...entry, ...attribution }] : [];
    });
    const { stored, repeated } = await recordRequests(pool, gatewayId, requests);

    const unattributed = attributions.filter((attribution) => attribution.unattributed !== null).length;
    const level = unreadable > 0 || unattributed > 0 ? 'warn' : 'debug';
    log[level]({ gatewayId, stored, repeated, unreadable, unattributed }, 'gateway requests recorded');
    return c.body(null, 204);
  });
  return app;
};
