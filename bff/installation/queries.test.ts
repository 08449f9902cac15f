import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld({ env: { SMTP_URL: 'smtp://mail.acme.example' } });
});
afterAll(() => world.close());

const setup = async () => (await world.ask(world.acme.members.portal, 'GET', '/api/setup')).body;

it('shows which first steps are done, and whether mails are sent', async () => {
  const before = await setup();
  expect(before).toMatchObject({ organization: 'Acme', apis: 2, mail: true, dismissed: false });
  expect(before.gateways).toEqual(['Public gateway', 'Acme gateway', 'Partner gateway']);
  await world.publish(world.acme);
  expect(await setup()).toMatchObject({ apis: 3 });
});

it('is closed once for all administrators', async () => {
  const dismiss = () => world.ask(world.acme.members.portal, 'POST', '/api/setup/dismiss');
  const events = await world.countEvents();
  const { status, body } = await dismiss();
  expect(status).toBe(200);
  await dismiss();
  expect(await world.countEvents()).toBe(events + 1);
  expect(await world.shown(body.position)).toBe(true);
  expect((await world.ask(world.partner.members.portal, 'GET', '/api/setup')).body).toMatchObject({ dismissed: true });
});
