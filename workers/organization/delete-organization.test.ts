import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessIdOf, accessIdOfPair } from '#domain/access/access.ts';
import { accessDecider } from '#domain/access/decider.ts';
import { applicationDecider } from '#domain/application/decider.ts';
import { registrationDecider } from '#domain/registration/decider.ts';
import { userDecider } from '#domain/user/decider.ts';
import { startWorkedWorld, type WorkedWorld } from '#test/world/worker-world.ts';

let world: WorkedWorld;
beforeAll(async () => {
  world = await startWorkedWorld();
});
afterAll(() => world?.close());

const newOrganization = async () => {
  const organizationId = world.nextId();
  await world.request.organization(organizationId);
  return organizationId;
};
const newApi = async (organizationId: number) => {
  const apiId = world.nextId();
  await world.request.publish(apiId, { organizationId });
  return apiId;
};
const last = async (noun: string, id: number | string) => (await world.history(noun, id)).at(-1);

describe('deleting an organization', () => {
  it('leaves no working key and no orphaned object', async () => {
    const [going, staying] = [await newOrganization(), await newOrganization()];
    const before = await world.dump();
    const theirs = await newApi(staying);
    const staysDeployed = await world.deployed('staying', {}, theirs);
    const withOthers = await world.dump();
    const apiId = await newApi(going);
    const deployed = await world.deployed('going', {}, apiId);
    const grantId = world.nextId();
    await world.send(accessDecider, accessIdOf(theirs, going), {
      type: 'GrantAccess',
      data: { grantId, apiId: theirs, organizationId: going },
    });
    // An event category of the same id, and one that the organization asked for.
    const events = { eventCategoryId: theirs, organizationId: going };
    const eventGrant = { grantId: world.nextId(), ...events };
    await world.send(accessDecider, accessIdOfPair(events), { type: 'GrantAccess', data: eventGrant });
    const asked = { eventCategoryId: world.nextId(), organizationId: going };
    await world.send(accessDecider, accessIdOfPair(asked), {
      type: 'RequestAccess',
      data: { requestId: world.nextId(), ...asked, requestedBy: 1, reason: '' },
    });
    const keys = [
      { id: world.nextId(), deploymentId: staysDeployed.id, key: 'key-out', organizationId: going, apiId: theirs },
      { id: world.nextId(), deploymentId: deployed.id, key: 'key-own', organizationId: going, apiId },
      { id: world.nextId(), deploymentId: deployed.id, key: 'key-in', organizationId: staying, apiId },
    ];
    for (const { id, deploymentId, key, organizationId, apiId: of } of keys)
      await world.completed(await world.request.addConsumer(id, deploymentId, key, { organizationId, apiId: of }));
    const applicationId = world.nextId();
    await world.send(applicationDecider, applicationId, {
      type: 'RegisterApplication',
      data: { applicationId, organizationId: going, name: 'Shop', description: '', external: true, owners: [] },
    });
    const userId = world.nextId();
    await world.send(userDecider, userId, {
      type: 'RegisterUser',
      data: { userId, organizationId: going, firstname: 'A', lastname: 'B', email: 'a@b.example', roles: [] },
    });

    await world.completed(await world.request.deleteOrganization(going));
    expect(await world.call('/staying-dev/x', { apikey: 'key-out' })).toBe(401);
    for (const key of ['key-own', 'key-in']) expect(await world.call('/going-dev/x', { apikey: key }), key).toBe(404);
    for (const { id } of keys) expect(await last('consumer', id)).toBe('ConsumerRemoved');
    expect(await last('deployment', deployed.id)).toBe('DeploymentRemoved');
    expect(await last('api', apiId)).toBe('ApiDeleted');
    expect(await last('application', applicationId)).toBe('ApplicationDeleted');
    expect(await last('access', accessIdOf(theirs, going))).toBe('ApiAccessRevoked');
    expect(await last('access', accessIdOfPair(events))).toBe('EventAccessRevoked');
    expect(await last('access', accessIdOfPair(asked))).toBe('EventAccessDenied');
    expect(await last('user', userId)).toBe('UserDeleted');
    expect(await last('organization', going)).toBe('OrganizationDeleted');
    expect(await world.dump()).toEqual(withOthers);

    await world.completed(await world.request.undeploy(staysDeployed.id));
    expect(await world.dump()).toEqual(before);
  });

  it('also deletes a person whose approval had begun and who has no account yet', async () => {
    const going = await newOrganization();
    const [registrationId, userId] = [world.nextId(), world.nextId()];
    const person = { firstname: 'Nora', lastname: 'Lind', email: 'nora@applicant.example' };
    const more = { company: 'Acme', phoneNumber: '', comments: '', termsVersion: '1' };
    const data = { registrationId, userId, ...person, ...more };
    await world.send(registrationDecider, registrationId, { type: 'RequestRegistration', data });
    await world.send(registrationDecider, registrationId, {
      type: 'BeginApproval',
      data: { organizationId: going, ...person, companyAdmin: false, decidedBy: 1 },
    });
    await world.completed(await world.request.deleteOrganization(going));
    expect(await last('registration', registrationId)).toBe('RegistrationApproved');
    expect(await last('user', userId)).toBe('UserDeleted');
  });

  it('removes a key and a deployment that were requested too late', async () => {
    const [going, staying] = [await newOrganization(), await newOrganization()];
    const theirs = await newApi(staying);
    const apiId = await newApi(going);
    const deployed = await world.deployed('late-target', {}, theirs);
    const before = await world.dump();
    await world.completed(await world.request.deleteOrganization(going));

    const [consumerId, deploymentId] = [world.nextId(), world.nextId()];
    const adding = await world.request.addConsumer(consumerId, deployed.id, 'key-late', {
      organizationId: going,
      apiId: theirs,
    });
    expect((await world.ended(adding)).type).toBe('OperationSuperseded');
    await world.reached('consumer', consumerId, 'ConsumerRemoved');
    const deploying = await world.request.deploy(deploymentId, world.configOf('too-late'), apiId);
    expect((await world.ended(deploying)).type).toBe('OperationSuperseded');
    await world.reached('deployment', deploymentId, 'DeploymentRemoved');
    expect(await world.dump()).toEqual(before);
  });

  it('waits for a gateway that is away, and ends when it is back', async () => {
    const going = await newOrganization();
    const apiId = await newApi(going);
    await world.deployed('away', {}, apiId);
    await world.gatewayDown();
    const operationId = await world.request.deleteOrganization(going);
    await expect
      .poll(async () => (await world.operationEvents(operationId)).at(-1), { timeout: 20_000 })
      .toMatchObject({ type: 'OperationDelayed', data: { class: 'waiting' } });
    await world.gatewayUp();
    await world.completed(operationId);
    expect(await world.call('/away-dev/x')).toBe(404);
  });
});
