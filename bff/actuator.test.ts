import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld({
    env: { PORTICO_ENVIRONMENT: 'uat', INTERNAL_EMAIL_DOMAINS: 'portico.example,corp.portico.example' },
  });
});
afterAll(() => world.close());

it("shows everybody the installation's environment, and nothing else", async () => {
  const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
  const { status, body } = await world.ask(null, 'GET', '/actuator/info');
  expect(status).toBe(200);
  expect(body).toEqual({ app: { name: 'Portico', version }, env: 'uat', environment: 'uat', mail: false });
});
