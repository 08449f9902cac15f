import { beforeAll, describe, expect, it } from 'vitest';
import { approvalDecider } from '#domain/approval/decider.ts';
import { differenceDecider } from '#domain/difference/decider.ts';
import { differenceIdOf } from '#domain/difference/difference-id.ts';
import { organizationDecider } from '#domain/organization/decider.ts';
import { userDecider } from '#domain/user/decider.ts';
import { randomId } from '#platform/uuid.ts';
import { clockWorld } from './fixture/clock-world.ts';

/** The clocks of what nobody has asked for as a user: deletions of organizations, drift at a gateway, and second persons. */
const { world, idOf, company, register, look, shown, toldOf, noticesOf } = clockWorld();

let own: number;
beforeAll(async () => {
  own = await company('Own', false);
  await register('ada', own, 'ROLE_PORTAL_ADMIN');
  await register('ben', own, 'ROLE_PORTAL_ADMIN');
  await register('gwen', own, 'ROLE_KONG_ADMIN');
  await register('audrey', own, 'ROLE_AUDITOR');
  await register('guest', await company('Partner', true), 'ROLE_AUDITOR');
});

const askForDeletion = async (organizationId: number, by: string) => {
  const requestId = world().nextId();
  const facts = { accepted: [], callers: [], hasLastAdministrator: false, isOwn: false };
  await world().send(organizationDecider, organizationId, {
    type: 'RequestDeletion',
    data: { ...facts, requestId, requestedBy: idOf(by) } as never,
  });
  return requestId;
};

describe('the clock of a request to delete an organization', () => {
  it('reminds half of 5 days later and a day before, and goes on to all who may decide and to auditors, once each', async () => {
    const id = `deletion-${await askForDeletion(await company('Harbor', true), 'ada')}`;
    const steps: unknown[] = [];
    for (const [hours, step] of [[59], [61, 'half'], [95], [97, 'day'], [119]] as const) {
      await look(hours, 2);
      if (step) steps.push(step);
      expect(await toldOf(id), `after ${hours} h`).toEqual(steps);
    }
    await look(121, 2);
    // Ada asked for it, and so does not decide.
    expect(await toldOf(id)).toEqual(['half', 'day', ['audrey as auditors', 'ben as portal-administrators']]);
    expect(await noticesOf(id)).toEqual(['audrey', 'ben']);
    await look(900, 2);
    expect(await toldOf(id)).toHaveLength(3);
  });

  it.each(['DenyDeletion', 'WithdrawDeletion'] as const)(
    'says nothing after %s, and takes its notices away',
    async (type) => {
      const organizationId = await company(`Quay ${type}`, true);
      const requestId = await askForDeletion(organizationId, 'ada');
      const end = (id: number) =>
        world().send(organizationDecider, organizationId, {
          type,
          data: { requestId: id, decidedBy: idOf('ben'), withdrawnBy: idOf('ada') },
        });
      await look(121);
      expect(await noticesOf(`deletion-${requestId}`)).toEqual(['audrey', 'ben']);
      await end(requestId);
      await shown();
      expect(await noticesOf(`deletion-${requestId}`)).toEqual([]);
      const again = await askForDeletion(organizationId, 'ada');
      await end(again);
      await look(121);
      expect(await toldOf(`deletion-${again}`)).toEqual([]);
    },
  );
});

describe('the clock of drift at a gateway', () => {
  const found = async () => {
    const [apiId, deploymentId, objectId] = [world().nextId(), world().nextId(), randomId()];
    await world().request.publish(apiId);
    await world().request.deploy(deploymentId, world().configOf(`drift ${deploymentId}`), apiId);
    await shown();
    const id = differenceIdOf(deploymentId, objectId);
    const data = {
      ...{ deploymentId, objectId, gatewayId: 1, apiId, kind: 'service', name: 'orders', digest: 'one' },
      ...{ label: 'orders', form: 'changed' },
      ...{ fields: [], intactAt: null, writtenAt: null, isAdoptable: true },
    };
    await world().send(differenceDecider, id, { type: 'ReportDifference', data: data as never });
    return { id, clock: `drift-${id}` };
  };

  it('reminds once in 2 days, and goes on to the gateway’s administrators and auditors', async () => {
    const { clock } = await found();
    await look(23);
    expect(await toldOf(clock)).toEqual([]);
    for (const hours of [25, 40, 47]) await look(hours, 2);
    expect(await toldOf(clock)).toEqual(['half']);
    await look(49, 2);
    expect(await toldOf(clock)).toEqual(['half', ['audrey as auditors', 'gwen as gateway-administrators']]);
    expect(await noticesOf(clock)).toEqual(['audrey', 'gwen']);
  });

  it('says nothing of what was put back meanwhile', async () => {
    const { id, clock } = await found();
    await look(25);
    await world().send(differenceDecider, id, { type: 'WithdrawDifference', data: {} });
    await look(49);
    expect(await toldOf(clock)).toEqual(['half']);
    expect(await noticesOf(clock)).toEqual([]);
  });
});

describe('the clock of a change that needs a second person', () => {
  const ask = async (by: string, about?: number) => {
    const approvalId = world().nextId();
    const change =
      about === undefined
        ? { kind: 'rule', environment: 'PROD' }
        : { kind: 'administrator', userId: about, revision: 1, from: [], to: ['ROLE_PORTAL_ADMIN'], enables: false };
    const expiresAt = new Date(Date.now() + 7 * 86_400_000).toISOString();
    const data = { approvalId, requestedBy: idOf(by), expiresAt, hash: 'hash', plan: { changes: [], more: 0 }, change };
    await world().send(approvalDecider, approvalId, { type: 'RequestApproval', data: data as never });
    return approvalId;
  };

  it('reminds after half a day and goes on after one, not to whoever asked or whom it is about', async () => {
    await register('carl', own, 'ROLE_PORTAL_ADMIN');
    const clock = `approval-${await ask('ada', idOf('carl'))}`;
    await look(11);
    expect(await toldOf(clock)).toEqual([]);
    for (const hours of [13, 23]) await look(hours, 2);
    expect(await toldOf(clock)).toEqual(['half']);
    await look(25, 2);
    expect(await toldOf(clock)).toEqual(['half', ['audrey as auditors', 'ben as portal-administrators']]);
    await world().send(userDecider, idOf('carl'), {
      type: 'DeleteUser',
      data: { hasLastAdministrator: false } as never,
    });
  });

  it('says nothing once somebody denied it, and names nobody who can not sign in any more', async () => {
    await register('dora', own, 'ROLE_PORTAL_ADMIN');
    const [denied, waiting] = [await ask('ada'), await ask('ada')];
    await world().send(approvalDecider, denied, {
      type: 'DenyApproval',
      data: { deniedBy: idOf('ben'), note: '' } as never,
    });
    // Somebody who was erased in between is told nothing, and no name of theirs is in the record of what was told before.
    await look(13);
    for (const type of ['DeleteUser', 'EraseUser'] as const)
      await world().send(userDecider, idOf('dora'), { type, data: { hasLastAdministrator: false } as never });
    await look(25);
    expect(await toldOf(`approval-${denied}`)).toEqual([]);
    expect(await toldOf(`approval-${waiting}`)).toEqual([
      'half',
      ['audrey as auditors', 'ben as portal-administrators'],
    ]);
    expect(await noticesOf(`approval-${waiting}`)).toEqual(['audrey', 'ben']);
    const recorded = JSON.stringify(await world().store.read(`clock-approval-${waiting}`));
    expect(recorded).not.toMatch(/dora|clocks\.example/);
  });

  it('a person who was told and is erased later leaves their notice and no name', async () => {
    await register('emil', own, 'ROLE_PORTAL_ADMIN');
    const waiting = await ask('ada');
    await look(25);
    expect(await noticesOf(`approval-${waiting}`)).toEqual(['audrey', 'ben', 'emil']);
    for (const type of ['DeleteUser', 'EraseUser'] as const)
      await world().send(userDecider, idOf('emil'), { type, data: { hasLastAdministrator: false } as never });
    await shown();
    expect(JSON.stringify(await world().store.read(`clock-approval-${waiting}`))).not.toMatch(/emil|clocks\.example/);
    // Nobody else hears of it again.
    await look(400);
    expect(await toldOf(`approval-${waiting}`)).toHaveLength(1);
  });
});
