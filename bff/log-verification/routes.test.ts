import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepVerification } from '#eventstore/log-verifications.ts';
import { verifyWhenDue } from '#eventstore/run-verifications.ts';
import { askForVerification } from '#eventstore/verification-requests.ts';
import { silentLog } from '#platform/log.ts';
import { porticoNamespace, randomId, uuidV5 } from '#platform/uuid.ts';
import { verificationRecorder } from '#projections/record-verification.ts';
import type { Member } from '#test/world/bff-seed.ts';
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
  expect(await verification()).toEqual({
    verifiedAt: null,
    events: 0,
    running: null,
    brokeOffAt: null,
    total: 0,
    findings: [],
    rowsTotal: 0,
    rows: [],
    uncompared: [],
    outsideSince: null,
    sealsDemanded: true,
  });
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
  expect(body).toMatchObject({ total: 14, events: 99, verifiedAt: expect.any(String), outsideSince: at });
  expect(body.findings).toHaveLength(10);
  expect((body.findings as unknown[]).slice(0, 3)).toEqual([
    { stream: 'user-12', version: 3, what: 'removed', since: at },
    { stream: '', version: 7, what: 'unsigned', since: null },
    { stream: 'api-0', version: 1, what: 'altered', since: null },
  ]);
});

it('somebody asks for a verification: once at a time, by the same click once, and it is in the audit', async () => {
  const { auditor, portal } = world.acme.members;
  const ask = async (who: Member, key: string) =>
    await world.ask(who, 'POST', '/api/log-verification', { headers: { 'idempotency-key': key } });
  // A process that ended between the row and the event: the same click goes on.
  await askForVerification(world.pool, uuidV5(porticoNamespace, `command/${auditor.userId}/verify-now-1`));
  const asked = await ask(auditor, 'verify-now-1');
  expect(asked.status).toBe(200);
  expect((await ask(auditor, 'verify-now-1')).body).toEqual(asked.body);
  expect(await ask(portal, 'verify-now-2')).toMatchObject({ status: 409, body: { code: 'log-verification.running' } });
  expect((await verification()).running).toEqual({ requestedAt: expect.any(String), began: false, events: 0 });
  await world.shown(asked.body.position);
  const { body } = await world.ask(auditor, 'GET', `/api/audit?thing=log-verification-${asked.body.id}`);
  expect(body.entries).toMatchObject([
    {
      type: 'LogVerificationRequested',
      act: 'requested',
      user: { id: auditor.userId },
      rule: 'log-verification.request',
    },
  ]);

  const answer = verificationRecorder(world.services.store);
  expect(await answer(randomId(), { type: 'BreakVerificationOff', data: { events: 0 } })).toBe(false);
  await verifyWhenDue({
    pool: world.pool,
    record: async () => undefined,
    answer,
    log: silentLog,
    signal: new AbortController().signal,
    verify: async function* (onProgress) {
      onProgress(7);
      yield { stream: 'api-7', version: 2, reason: 'changed', since: { events: 5, at: '2026-01-05T01:00:00.000Z' } };
    },
  });
  await world.allShown();
  expect(await verification()).toMatchObject({ events: 7, running: null });
  const ended = await world.ask(auditor, 'GET', `/api/audit?thing=log-verification-${asked.body.id}&act=done`);
  expect(ended.body.entries).toMatchObject([{ user: null, values: { events: 7, findings: 1, first: 'api-7 2' } }]);
});
