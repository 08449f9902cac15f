import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CertificateEndEvent } from '#domain/certificate-end/certificate-end.ts';
import { resourceDecider } from '#domain/resource/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { withGateway } from '#gateway/admin-api/session.ts';
import { certify } from '#test/servers/certified.ts';
import { startWorkedWorld, type WorkedWorld } from '#test/world/worker-world.ts';
import { openServices } from '../open-services.ts';
import { mirrorGateway } from './mirror-gateway.ts';
import { warnOfCertificates } from './warn-of-certificates.ts';

let world: WorkedWorld;
let opened: Awaited<ReturnType<typeof openServices>>;
beforeAll(async () => {
  // Looks are made by the test: those of the worker come once an hour.
  world = await startWorkedWorld({ sweep: { every: 3_600_000, gateways: 3_600_000 } });
  opened = await openServices(world.workerOptions);
});
afterAll(async () => {
  await opened?.close();
  await world?.close();
});

let looks = 0;
const look = async () => {
  const { services } = opened;
  const gateway = await loadState(services.store, resourceDecider, 1);
  await withGateway(services, gateway, { timeout: 5_000 }, (session) => mirrorGateway(services, session));
  looks += 1;
  await warnOfCertificates(services, 1, `${looks}`);
};
const told = async () =>
  ((await world.store.read('certificate-end-1')) as readonly CertificateEndEvent[]).map(({ data }) =>
    data.certificates.map(({ name, days }) => `${name} ${days}`),
  );
const put = async (id: string, snis: readonly [string, ...string[]], days: number) => {
  const { cert, key } = await certify(snis, days);
  await world.admin('PUT', `/certificates/${id}`, { cert, key, snis });
};

it('tells of certificates that end within 30 days once, and of one that was replaced no more', async () => {
  const [near, nearer, far] = [randomUUID(), randomUUID(), randomUUID()];
  await put(far, ['far.example'], 90);
  await look();
  expect(await told()).toEqual([]);
  await put(near, ['near.example'], 20);
  await put(nearer, ['nearer.example'], 5);
  await look();
  await look();
  expect(await told()).toEqual([['nearer.example 7', 'near.example 30']]);
  await put(near, ['near.example'], 200);
  await put(nearer, ['nearer.example'], 0.5);
  await look();
  expect(await told()).toEqual([['nearer.example 7', 'near.example 30'], ['nearer.example 1']]);
});
