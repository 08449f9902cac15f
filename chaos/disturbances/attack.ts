import { setTimeout as sleep } from 'node:timers/promises';
import type { People } from '../world/people.ts';
import type { Stack } from '../world/stack.ts';
import type { Disturbance } from './disturbance.ts';

/** A person with the lowest role. */
const attacker = 'liam-chen';

/** 25 MB of JSON with two million keys. */
const manyKeys = (): string => {
  const parts: string[] = [];
  for (let key = 0; key < 2_000_000; key += 1) parts.push(`"${key.toString(36)}":1`);
  return `{"specText":"","more":{${parts.join(',')}}}`.padEnd(25_000_000, ' ');
};

/** A pattern that takes for ever to find out that its example does not match. */
const badPattern = JSON.stringify({
  specText: JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Slow', version: '1' },
    paths: {},
    components: { schemas: { Slow: { type: 'string', pattern: '^(a+)+$', example: `${'a'.repeat(40)}!` } } },
  }),
});

const lint = (stack: Stack, token: string, body: string, signal: AbortSignal) =>
  fetch(`${stack.portalUrl}/api/lint`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body,
    signal,
  }).then((response) => response.arrayBuffer());

const read = (stack: Stack, token: string, signal: AbortSignal) =>
  fetch(`${stack.portalUrl}/api/swaggers?name=a`, { headers: { authorization: `Bearer ${token}` }, signal }).then(
    (response) => response.arrayBuffer(),
  );

type Deed = Readonly<{
  name: string;
  times: number;
  atOnce: number;
  once: (stack: Stack, token: string, signal: AbortSignal) => Promise<unknown>;
}>;
const deeds = [
  {
    name: '25 MB of JSON',
    times: 3,
    atOnce: 1,
    once: (stack, token, signal) => lint(stack, token, manyKeys(), signal),
  },
  {
    name: 'slow patterns',
    times: 8,
    atOnce: 2,
    once: (stack, token, signal) => lint(stack, token, badPattern, signal),
  },
  { name: 'many calls', times: 400, atOnce: 8, once: read },
  {
    name: 'invalid tokens',
    times: 200,
    atOnce: 4,
    once: (stack, _token, signal) => read(stack, 'x.y.z', signal),
  },
] as const satisfies readonly Deed[];

/** Milliseconds for one call and for the whole attack. */
const patience = { call: 20_000, all: 30_000 };

/**
 * A partner's user with the lowest role makes the worst calls that are allowed, for a while and a limited number of
 * times.
 */
export const attackBy = (people: People): Disturbance => ({
  name: 'attack',
  weight: 1.5,
  beside: true,
  draw: (random) => {
    const deed: Deed = random.pick(deeds) as Deed;
    return {
      what: `an attack with ${deed.name}`,
      act: async (stack, signal) => {
        const token = await people.tokenOf(attacker);
        const ends = performance.now() + patience.all;
        let left = deed.times;
        const one = async () => {
          while (left > 0 && performance.now() < ends && !signal.aborted) {
            left -= 1;
            await deed.once(stack, token, AbortSignal.any([signal, AbortSignal.timeout(patience.call)])).catch(() =>
              // The portal is away. Calls in a loop would only fill the log.
              sleep(100),
            );
          }
        };
        await Promise.all(Array.from({ length: deed.atOnce }, one));
      },
    };
  },
});
