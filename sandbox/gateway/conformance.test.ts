import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { notHeld } from './conformance/not-held.ts';
import { startLogListener, startRecordedUpstream } from './conformance/recorded-upstream.ts';
import { readRecordings, topics } from './conformance/recording.ts';
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
    ['recordings that hold, by topic:', ...[...held].map(([topic, told]) => `  ${topic}: ${told}`)].join('\n'),
  );
  await upstream.close();
  await listener.close();
  await rm(folder, { recursive: true });
});

describe('the gateway answers as Kong 3.9.1 was recorded to', () => {
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
      expect(better.map(({ recording }) => `${recording.name} holds now: take it off the list`)).toEqual([]);
    } finally {
      await gateway.close();
    }
  });
});
