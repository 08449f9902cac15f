import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import { addressBlock } from '#platform/ip-address.ts';
import { takingFor } from '../http/connection-turns.ts';
import type { BffEnv } from '../http/context.ts';
import type { Services } from '../http/services.ts';
import { readSessionCookie } from './cookies.ts';
import { sessionHash, wasSessionId } from './session-store.ts';

/** The most calls that are not answered yet, in one process. A browser has six connections, with one call on each. */
export const callsAtOnce = { person: 100, address: 1_000 } as const;

/**
 * Milliseconds until a refusal is sent, so that a client that calls again at once is slowed down: to refuse costs little, but
 * many thousands of refusals a second would hold up everybody. Above `held` refusals on their way they are sent at once.
 */
const delay = { milliseconds: 1_000, held: 2_000 } as const;

const tooManyAtOnce = (maximum: number): RefusedError =>
  new RefusedError(refuse('busy', { code: 'calls.at-once', parameters: { maximum, seconds: 1 } }));

/** Returns a name for the call's credential, without a look into the database; undefined for none and for an invented one. */
const credentialOf = (c: Context<BffEnv>, settings: Services['settings']): string | undefined => {
  const cookie = readSessionCookie(c, settings);
  if (cookie !== undefined)
    return wasSessionId(settings.PORTICO_KEY, cookie) ? `session ${sessionHash(cookie)}` : undefined;
  const token = c.req.header('authorization');
  return token === undefined ? undefined : `token ${createHash('sha256').update(token).digest('base64url')}`;
};

/**
 * Bounds the calls that one person and one address may have under way, and has them take connections to the database in
 * turns (requirement K5; docs/decisions/0063-calls-take-turns.md). Sets `identify` on the context: from then on the call
 * counts as its person's.
 *
 * @throws RefusedError `calls.at-once` (429).
 */
export const boundCalls = ({ settings }: Pick<Services, 'settings'>): MiddlewareHandler<BffEnv> => {
  const counts = new Map<string, number>();
  let held = 0;
  const slowDown = async (gone: AbortSignal): Promise<void> => {
    if (held >= delay.held) return;
    held += 1;
    await sleep(delay.milliseconds, undefined, { signal: gone }).catch(() => undefined);
    held -= 1;
  };
  return async (c, next) => {
    const names: string[] = [];
    const gone = new AbortController();
    const enter = (name: string, maximum: number): void => {
      // Nothing would give the place back: the call has left already.
      if (gone.signal.aborted) return;
      const count = counts.get(name) ?? 0;
      if (count >= maximum) throw tooManyAtOnce(maximum);
      counts.set(name, count + 1);
      names.push(name);
    };
    const leave = (): void => {
      for (const name of names.splice(0)) {
        const count = (counts.get(name) ?? 0) - 1;
        if (count > 0) counts.set(name, count);
        else counts.delete(name);
      }
    };
    const credential = credentialOf(c, settings);
    const taker = { person: credential, address: addressBlock(c.get('client').address), gone: gone.signal };
    c.set('identify', (userId) => {
      taker.person = `person ${userId}`;
      enter(taker.person, callsAtOnce.person);
    });

    // A request without a socket, in a test, has ended when it is answered.
    const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>;
    outgoing?.once('close', () => {
      gone.abort();
      leave();
    });
    try {
      try {
        enter(`address ${taker.address}`, callsAtOnce.address);
        if (credential !== undefined) enter(credential, callsAtOnce.person);
      } catch (refusal) {
        // It takes nobody's place while it waits.
        leave();
        await slowDown(gone.signal);
        throw refusal;
      }
      await takingFor(taker, next);
    } finally {
      if (!outgoing) leave();
    }
  };
};
