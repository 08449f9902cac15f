import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Entry, ResponseBody } from './ledger.ts';
import type { Call } from './noun-commands.ts';
import type { People } from './world/people.ts';
import type { Random } from './world/random.ts';

/** Milliseconds for one attempt, and for all attempts of a command. */
const patience = { attempt: 20_000, command: 5 * 60_000 };

/** Makes one attempt. @throws when there is no whole response. */
const attempt = async (url: string, token: string, key: string, { method, body }: Call, timeout: number) => {
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'idempotency-key': key,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeout),
  });
  return { status: response.status, body: (await response.json()) as ResponseBody };
};

/** Repeats a command until it is accepted or refused. Returns undefined if there was no such response in time. */
const ask = async (
  urls: readonly string[],
  people: People,
  entry: Entry,
  call: Call,
  random: Random,
  signal: AbortSignal,
  first = patience.attempt,
) => {
  const deadline = performance.now() + patience.command;
  let timeout = first;
  let pause = 200;
  let anew = false;
  while (performance.now() < deadline && !signal.aborted) {
    entry.attempts += 1;
    try {
      const url = random.pick(urls) as string;
      const response = await attempt(url, await people.tokenOf(entry.who, anew), entry.key, call, timeout);
      const tokenIsOld: boolean = response.status === 401 && !anew;
      if (response.status < 500 && response.status !== 429 && !tokenIsOld) return response;
      anew = tokenIsOld;
    } catch {
      // No response: try again.
    }
    timeout = patience.attempt;
    await sleep(pause * random.between(0.5, 1.5));
    pause = Math.min(pause * 2, 4_000);
  }
  return undefined;
};

/**
 * Sends one command as a person's client does, each try to one of the portal's web servers: with one Idempotency-Key until there is a response. Now and then the
 * client hangs up before the response, or sends the command again after it: both must get the first response. Fills in
 * the entry.
 */
export const sendCommand = async (
  portalUrls: readonly string[],
  people: People,
  entry: Entry,
  call: Call,
  random: Random,
  signal: AbortSignal,
): Promise<void> => {
  const urls = portalUrls.map((portalUrl) => `${portalUrl}${call.path}`);
  const hangUp = random.chance(0.05) ? random.between(2, 60) : undefined;
  const asksAgain = random.chance(0.1);
  const response = await ask(urls, people, entry, call, random, signal, hangUp);
  if (!response) return;
  entry.answeredAt = Date.now();
  if (response.status >= 300) {
    entry.refused = `${response.status} ${String(response.body.code ?? '')}`;
    return;
  }
  entry.response = response.body;
  if (!asksAgain || entry.isOnce) return;
  const second = await ask(urls, people, entry, call, random, signal);
  if (second && !isDeepStrictEqual(second.body, entry.response)) entry.another = second.body;
};
