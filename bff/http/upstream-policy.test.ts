import { describe, expect, it } from 'vitest';
import { RefusedError } from '#domain/core/problem.ts';
import { checkUpstream } from './upstream-policy.ts';

const outcome = async (url: string, allow: string[] = []) =>
  await checkUpstream({ UPSTREAM_ALLOW: allow }, url).then(
    () => 'allowed',
    (error: unknown) => (error instanceof RefusedError ? error.refusal.problems[0] : error),
  );
const refusal = { code: 'deployment.upstream-refused', field: 'upstreamUrl' };

describe('the upstream policy (D5)', () => {
  it.each([
    'http://127.0.0.1:8001',
    'http://127.1.2.3',
    'http://0x7f000001/',
    'http://2130706433/',
    'http://0.0.0.0:8001',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]:8001',
    'http://[::ffff:169.254.169.254]/',
    'http://[fe80::1]/',
    'http://localhost:8001',
  ])('refuses %s', async (url) => {
    expect(await outcome(url)).toEqual(refusal);
  });

  it.each(['http://10.1.2.3:8080/v1', 'https://192.168.7.7', 'https://no-such-host.invalid/'])(
    'allows %s',
    async (url) => {
      expect(await outcome(url)).toBe('allowed');
    },
  );

  it('allows exactly the host and port that the installation names', async () => {
    expect(await outcome('http://127.0.0.1:9100/orders', ['127.0.0.1:9100'])).toBe('allowed');
    expect(await outcome('http://127.0.0.1:9101/orders', ['127.0.0.1:9100'])).toEqual(refusal);
  });
});
