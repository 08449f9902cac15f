import { afterAll, beforeAll, expect, it } from 'vitest';
import { newName } from '#test/examples/route-examples.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, type Side, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
let portal: Member;
beforeAll(async () => {
  world = await startBffWorld({ env: { INTERNAL_EMAIL_DOMAINS: 'portico.example' } });
  portal = world.acme.members.portal;
});
afterAll(() => world.close());

const edit = async (who: Member, json: object) => {
  const done = await world.ask(who, 'POST', '/api/user/edit-user', { json });
  await world.allShown();
  return done;
};
const form = (side: Side) => {
  const name = newName();
  const email = `${name}@${side === world.acme ? 'portico' : 'canary'}.example`;
  return { id: 0, firstname: name, lastname: 'Example', email, organizationId: side.organizationId };
};

it("addresses of the portal's domains belong only to internal organizations, all others only to external ones", async () => {
  const refused = (code: string) => ({ status: 400, body: { errors: [{ code }] } });
  const ours = 'new@portico.example';
  expect(await edit(portal, { ...form(world.partner), email: ours })).toMatchObject(refused('user.email-internal'));
  expect(await edit(portal, { ...form(world.acme), email: 'new@elsewhere.test' })).toMatchObject(
    refused('user.email-external'),
  );
  const { body } = await edit(portal, { ...form(world.acme), email: `${newName()}@portico.example` });
  const move = { id: body.id, organizationId: world.partner.organizationId };
  expect(await world.ask(portal, 'POST', '/api/user', { json: move })).toMatchObject(refused('user.email-internal'));
  const partner = await edit(portal, { ...form(world.partner) });
  const back = { ...form(world.acme), id: partner.body.id };
  expect(await edit(portal, { ...back, email: 'x@elsewhere.test' })).toMatchObject(refused('user.email-external'));
});

it('an address from outside is refused at a field that the form has', async () => {
  const { acme } = world;
  const at = (field: string) => ({ status: 400, body: { errors: [{ field, code: 'user.email-external' }] } });
  const outside = { email: 'x@elsewhere.test' };
  // The team's form has no organization.
  expect(await edit(acme.members.admin, { ...form(acme), ...outside })).toMatchObject(at('email'));
  expect(await edit(portal, { ...form(acme), ...outside })).toMatchObject(at('organizationId'));
  const { body } = await edit(portal, form(acme));
  expect(await edit(portal, { ...form(acme), id: body.id, ...outside })).toMatchObject(at('email'));
  const partner = await edit(portal, form(world.partner));
  const moved = { ...form(world.partner), id: partner.body.id, organizationId: acme.organizationId };
  expect(await edit(portal, moved)).toMatchObject(at('organizationId'));
});
