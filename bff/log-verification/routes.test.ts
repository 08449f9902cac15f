import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepVerification } from '#eventstore/log-verifications.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

const verification = async () => {
  const { status, body } = await world.ask(world.acme.members.auditor, 'GET', '/api/log-verification');
  expect(status).toBe(200);
  return body;
};

it('says nothing is wrong before anything was found', async () => {
  expect(await verification()).toEqual({ verifiedAt: null, total: 0, findings: [], outsideSince: null });
});

it('names ten findings, counts the others, and tells since when nothing is kept outside', async () => {
  const at = '2026-01-05T01:00:00.000Z';
  await keepVerification(world.pool, {
    kind: 'whole',
    began: new Date(),
    events: 99,
    findings: [
      { stream: 'user-12', version: 3, reason: 'missing', since: { events: 80, at } },
      { stream: '', version: 7, reason: 'unsigned' },
      ...Array.from({ length: 12 }, (_, index) => ({ stream: `api-${index}`, version: 1, reason: 'changed' as const })),
    ],
  });
  await world.pool.query(
    `insert into log_checkpoint_sinks (sink, seal, failing_since, fault) values ('folder', 3, $1, 'ENOSPC')`,
    [at],
  );
  const body = await verification();
  expect(body).toMatchObject({ total: 14, verifiedAt: expect.any(String), outsideSince: at });
  expect(body.findings).toHaveLength(10);
  expect((body.findings as unknown[]).slice(0, 3)).toEqual([
    { stream: 'user-12', version: 3, what: 'removed', since: at },
    { stream: '', version: 7, what: 'unsigned', since: null },
    { stream: 'api-0', version: 1, what: 'altered', since: null },
  ]);
});
