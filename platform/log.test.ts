import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';

test("E1: does not write secrets, and a value can't forge a line", () => {
  const lines: string[] = [];
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const log = createLog('test', 'info', sink);
  log.info(
    {
      password: 'canary',
      request: { headers: { authorization: 'canary', 'set-cookie': 'canary' } },
      user: { clientSecret: 'canary' },
    },
    'a',
  );
  log.info({ userAgent: 'x\r\n{"level":60,"msg":"forged"}\u001b[31m' }, 'b');
  expect(lines).toHaveLength(2);
  expect(lines.join('')).not.toContain('canary');
  expect(lines[1]?.trimEnd().split('\n')).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ name: 'test', msg: 'a', password: '[redacted]' });
});
