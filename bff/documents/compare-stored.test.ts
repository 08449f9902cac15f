import { expect, it } from 'vitest';
import { compareStored } from './compare-stored.ts';
import { documentOf } from './spec-job.ts';

it('D2: compares in a child process, and returns at most 1,000 lines with the number of all', async () => {
  const many = (count: number) =>
    documentOf(
      Buffer.from(
        JSON.stringify({
          openapi: '3.0.3',
          info: { title: 'Many', version: '1' },
          paths: Object.fromEntries(Array.from({ length: count }, (_, at) => [`/p${at}`, { get: { responses: {} } }])),
        }),
      ),
    );
  const { changes, breaking, maybe, total } = await compareStored(await many(1_500), await many(200));
  expect({ lines: changes.length, breaking, maybe, total }).toEqual({
    lines: 1_000,
    breaking: 1_300,
    maybe: 0,
    total: 1_300,
  });
});
