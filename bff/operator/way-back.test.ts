import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { organizationDecider } from '#domain/organization/decider.ts';
import { userDecider } from '#domain/user/decider.ts';
import { randomId } from '#platform/uuid.ts';
import { findPersonById } from '#projections/person.ts';
import { newName } from '#test/examples/route-examples.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { userOf } from '../auth/first-sign-in.ts';
import { nameAdministrator } from './name-administrator.ts';
import { openWayBack } from './way-back.ts';

let world: BffWorld;
beforeEach(async () => {
  world = await startBffWorld({ env: { INTERNAL_EMAIL_DOMAINS: 'portico.example' } });
});
afterEach(() => world.close());

const open = () => ({ ...world.services, caughtUp: async () => void (await world.allShown()) });
const close = (id: number) =>
  world.seed.send(organizationDecider, id, {
    type: 'SwitchOrganization',
    data: { operationId: randomId(), deactivated: true, hasLastAdministrator: false },
  });
/** What `npm run first-admin` does. */
const firstAdmin = async (email: string) => {
  const sentences = await openWayBack(open(), email);
  return { sentences, naming: await nameAdministrator(world.services, { email, organization: undefined }) };
};
const signIn = async (email: string, subject: string) => {
  const identity = {
    issuer: world.services.settings.OIDC_ISSUER ?? '',
    subject,
    email,
    emailVerified: true,
    firstname: 'Ada',
    lastname: 'Ross',
  };
  const user = await userOf(world.services, identity, { correlationId: randomId() });
  await world.allShown();
  return 'userId' in user ? await findPersonById(world.pool, user.userId) : user;
};
const canAct = { active: true, actor: { roles: expect.arrayContaining(['ROLE_PORTAL_ADMIN']) } };

describe('first-admin helps when no administrator can act', () => {
  it('because both organizations are deactivated: a known person is let in, and the command says what was wrong', async () => {
    const { acme, partner } = world;
    for (const { organizationId } of [acme, partner]) await close(organizationId);
    await world.allShown();
    const { portal } = partner.members;
    const { sentences, naming } = await firstAdmin(portal.email);
    expect(sentences.join('\n')).toContain(`${acme.members.portal.email} belongs to Acme, which is deactivated.`);
    expect(sentences.slice(-2)).toEqual([
      "The portal's own organization is active again, and its keys are in force.",
      "The person was moved into the portal's own organization.",
    ]);
    // The own organization is active again, and with it the other administrator.
    expect(naming).toBe('taken');
    expect(await signIn(portal.email, portal.subject)).toMatchObject({
      ...canAct,
      actor: { organizationId: acme.organizationId },
    });
  });

  it('because the administrators are disabled: one is enabled', async () => {
    for (const { members } of [world.acme, world.partner])
      await world.seed.send(userDecider, members.portal.userId, { type: 'DisableUser', data: {} });
    await world.allShown();
    const { email, subject } = world.acme.members.portal;
    const { sentences } = await firstAdmin(email);
    expect(sentences[0]).toBe(`The portal administrator ${email} is disabled.`);
    expect(sentences.at(-1)).toBe('The person is enabled again.');
    expect(await signIn(email, subject)).toMatchObject(canAct);
  });

  it('because the only one moved into a deactivated company: a colleague without an account becomes one', async () => {
    const { acme, partner } = world;
    await close(partner.organizationId);
    const { userId } = acme.members.portal;
    const change = { organizationId: partner.organizationId };
    await world.seed.send(userDecider, userId, { type: 'ChangeUser', data: { change } });
    await world.allShown();
    const email = `${newName()}@portico.example`;
    const { sentences, naming } = await firstAdmin(email);
    expect(naming).toBe('ready');
    expect(sentences).toContain(
      `The portal administrator ${acme.members.portal.email} belongs to Partner, which is deactivated.`,
    );
    expect(await signIn(email, newName())).toMatchObject({
      ...canAct,
      actor: { organizationId: acme.organizationId },
    });
  });
});

it('changes nothing while somebody can act', async () => {
  await world.allShown();
  const before = await world.countEvents();
  expect(await firstAdmin('new@portico.example')).toEqual({ sentences: [], naming: 'taken' });
  expect(await world.countEvents()).toBe(before);
});

it('changes nothing while the read tables are behind', async () => {
  const { portal } = world.acme.members;
  await world.seed.send(userDecider, portal.userId, { type: 'DisableUser', data: {} });
  await world.allShown();
  const before = await world.countEvents();
  const { store, ...services } = open();
  const behind = { ...services, store: { ...store, newest: async () => 'z' } };
  expect(await openWayBack(behind, portal.email)).toEqual([]);
  expect(await world.countEvents()).toBe(before);
}, 20_000);
