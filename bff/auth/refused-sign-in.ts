import type { Context } from 'hono';
import { Counter } from 'prom-client';
import { byPortal } from '#domain/core/actor.ts';
import { signInDecider } from '#domain/sign-in/sign-in.ts';
import { execute } from '#eventstore/execute.ts';
import { addressBlock } from '#platform/ip-address.ts';
import { randomId } from '#platform/uuid.ts';
import type { BffEnv } from '../http/context.ts';
import type { Services } from '../http/services.ts';

/** Read by every `/metrics` of this process. */
export const refusedSignIns = new Counter({
  name: 'portico_sign_ins_refused_total',
  help: 'Sign-ins that were refused, by reason',
  labelNames: ['reason'],
  registers: [],
});

/**
 * Counts a refused sign-in. If it began at this portal, it also appends one event (requirements A1, F2); its actor is the
 * portal, because nobody is signed in. Anybody can call the callback, and events stay for ever. So a sign-in that did not
 * begin here is only counted, and each address can cause at most 30 events an hour.
 *
 * @param began whether the browser sent a transaction that this portal encrypted.
 */
export const recordRefusedSignIn = async (
  { store, limiter, now }: Pick<Services, 'store' | 'limiter' | 'now'>,
  c: Context<BffEnv>,
  { reason, began }: Readonly<{ reason: string; began: boolean }>,
): Promise<void> => {
  refusedSignIns.inc({ reason });
  const client = c.get('client');
  if (!began || (await limiter.take('refused-sign-in', addressBlock(client.address))) > 0) return;
  if ((await limiter.take('refused-sign-ins', 'all')) > 0) return;
  await execute({
    store,
    decider: signInDecider,
    id: randomId(),
    command: { type: 'RefuseSignIn', data: { reason } },
    meta: {
      correlationId: c.get('correlationId'),
      client,
      actor: { ...byPortal, roles: [] },
      commandId: randomId(),
      time: now().toISOString(),
    },
  });
};
