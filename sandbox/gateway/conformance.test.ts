import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { difference } from './conformance/compare.ts';
import { notHeld } from './conformance/not-held.ts';
import { startLogListener, startRecordedUpstream } from './conformance/recorded-upstream.ts';
import { readLogPosts, readRecordings, topics } from './conformance/recording.ts';
import { recordedRandom, replay } from './conformance/replay.ts';
import { startGateway } from './start-gateway.ts';

let upstream: Awaited<ReturnType<typeof startRecordedUpstream>>;
let listener: Awaited<ReturnType<typeof startLogListener>>;
let folder: string;
const held = new Map<string, string>();

beforeAll(async () => {
  upstream = await startRecordedUpstream();
  listener = await startLogListener();
  folder = await mkdtemp(join(tmpdir(), 'gateway-conformance-'));
});

afterAll(async () => {
  console.log(
    ['recordings that match, by topic:', ...[...held].map(([topic, told]) => `  ${topic}: ${told}`)].join('\n'),
  );
  await upstream.close();
  await listener.close();
  await rm(folder, { recursive: true });
});

/** Recordings of what Portico uses of Kong. None of them may be an exception. */
const reliedOn =
  /^(\d{3}-(services|routes|plugins|consumers|key-auth|acls?|upstreams|targets|certificates|snis|rate-limiting|ip-restriction|bot-detection|request-transformer|response-transformer|request-termination|cors|correlation-id|http-log|tags|page)-|both-|\d{3}-oauth2-(create|get|put|patch|list|delete|token-|use-))/;
const excused = ['380-plugins-enabled', '692-oauth2-token-authorization-code', '764-upstreams-health-dns-error'];

test('no recording that Portico relies on is an exception', () => {
  expect(Object.keys(notHeld).filter((name) => reliedOn.test(name) && !excused.includes(name))).toEqual([]);
});

describe('the gateway responds like the recorded Kong 3.9.1', () => {
  test.each(topics)('%s', async (topic) => {
    const random = recordedRandom();
    const gateway = await startGateway({
      dataFolder: join(folder, topic),
      adminPort: 0,
      proxyPort: 0,
      proxySslPort: 0,
      random,
    });
    const portOf = (url: string) => new URL(url).port;
    const here = (text: string) =>
      text
        .replaceAll(':9101', `:${upstream.port}`)
        .replaceAll(':9102', `:${listener.port}`)
        .replaceAll(':9199', ':1')
        .replaceAll('127.0.0.1:8000', `127.0.0.1:${portOf(gateway.proxyUrl)}`)
        .replaceAll('127.0.0.1:8443', `127.0.0.1:${portOf(gateway.proxySslUrl)}`)
        .replaceAll('"X-Forwarded-Port":"8000"', `"X-Forwarded-Port":"${portOf(gateway.proxyUrl)}"`)
        .replaceAll('"X-Forwarded-Port":"8443"', `"X-Forwarded-Port":"${portOf(gateway.proxySslUrl)}"`);
    try {
      const results = await replay(topic, readRecordings(topic, here), gateway, random, here);
      const failed = results.filter(({ problem }) => problem !== undefined);
      held.set(topic, `${results.length - failed.length} of ${results.length}`);
      const surprising = failed
        .filter(({ recording }) => !(recording.name in notHeld))
        .map(({ recording, problem }) => `${recording.name}: ${problem}`);
      expect(surprising).toEqual([]);
      const better = results.filter(({ recording, problem }) => !problem && recording.name in notHeld);
      expect(better.map(({ recording }) => `${recording.name} matches now: remove it from the exceptions`)).toEqual([]);
      if (topic === 'proxy') await expectLogPosts(here);
    } finally {
      await gateway.close();
    }
  });
});

/** Compares the posts of http-log for the calls of the proxy's topic, in order. */
async function expectLogPosts(here: (text: string) => string): Promise<void> {
  const recorded = readLogPosts(here);
  await vi.waitFor(() => expect(listener.posts.length).toBeGreaterThanOrEqual(recorded.length), { timeout: 30_000 });
  const problems = recorded.map(({ after, method, path, headers, body }, i) => {
    const post = listener.posts[i];
    const sent = Object.fromEntries(
      Object.keys(headers).map((name) => [name, post?.headers[name.toLowerCase()] ?? null]),
    );
    const found =
      post?.method !== method || post.path !== path
        ? `${post?.method} ${post?.path}`
        : (difference(headers, sent as typeof headers) ?? difference(body, post.body));
    return found && !(`http-log-collector-${after}` in notHeld) ? `${after}: ${found}` : undefined;
  });
  expect(problems.filter(Boolean)).toEqual([]);
}
