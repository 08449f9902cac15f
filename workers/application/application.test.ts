import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { applicationDecider } from '#domain/application/decider.ts';
import { userDecider } from '#domain/user/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { holdAppend } from '#test/world/hold-append.ts';
import { startWorkedWorld, type WorkedWorld } from '#test/world/worker-world.ts';
import { deleteForgotten } from './forgotten-apis.ts';
import { joinForgotten } from './join-owners.ts';

let world: WorkedWorld;
beforeAll(async () => {
  world = await startWorkedWorld();
});
afterAll(() => world.close());

const services = () => ({
  store: world.store,
  pool: world.pool,
  log: { warn: () => undefined } as unknown as Parameters<typeof deleteForgotten>[0]['log'],
});
const shown = (sql: string, values: readonly unknown[]) =>
  vi.waitFor(async () => expect((await world.pool.query(sql, [...values])).rowCount).toBe(1), 20_000);

describe('deleting an application', () => {
  it('deletes each of its APIs by an operation of its own, and then the application', async () => {
    const applicationId = world.nextId();
    await world.request.register(applicationId);
    const [one, other] = [world.nextId(), world.nextId()];
    await world.request.publish(one, { applicationId });
    await world.request.publish(other, { applicationId });
    await world.completed(await world.request.deleteApplication(applicationId));
    for (const apiId of [one, other])
      expect(await world.history('api', apiId)).toEqual(['ApiPublished', 'ApiDeletionRequested', 'ApiDeleted']);
    expect((await world.history('application', applicationId)).at(-1)).toBe('ApplicationDeleted');
    await vi.waitFor(async () => {
      const { rowCount } = await world.pool.query(
        'select from applications where id = $1 union all select from apis where application_id = $1',
        [applicationId],
      );
      expect(rowCount).toBe(0);
    }, 20_000);
  });

  it('also deletes an API with its deployment that was published during the deletion', async () => {
    const applicationId = world.nextId();
    await world.request.register(applicationId);
    await world.completed(await world.request.deleteApplication(applicationId));
    const apiId = world.nextId();
    await world.request.publish(apiId, { applicationId });
    const { id } = await world.deployed('outlived', {}, apiId);
    await shown('select from apis a where id = $1 and not exists (select from applications where id = $2)', [
      apiId,
      applicationId,
    ]);
    await deleteForgotten(services());
    await world.reached('api', apiId, 'ApiDeleted');
    expect((await world.history('deployment', id)).at(-1)).toBe('DeploymentRemoved');
    await vi.waitFor(async () => expect(await deleteForgotten(services())).toBe(0), 20_000);
  });
});

describe('an invited address', () => {
  const registered = async (email: string): Promise<number> => {
    const userId = world.nextId();
    const data = { userId, organizationId: 1, firstname: 'Nora', lastname: 'Lind', email, roles: [] };
    await world.send(userDecider, userId, { type: 'RegisterUser', data });
    return userId;
  };
  const invited = async (email: string): Promise<number> => {
    const applicationId = world.nextId();
    await world.request.register(applicationId, [{ addressId: world.nextId(), email }]);
    return applicationId;
  };
  const ownersOf = async (applicationId: number) => {
    const state = await loadState(world.store, applicationDecider, applicationId);
    return state.status === 'none' ? [] : state.owners;
  };
  const joined = (applicationId: number) => world.reached('application', applicationId, 'OwnerJoined');

  it.each([
    ['before the account', true],
    ['after the account', false],
  ])('%s becomes an owner, whatever the case of its letters', async (_when, isFirst) => {
    const email = `nora-${String(isFirst)}@harbour.example`;
    const before = isFirst ? await invited(email) : undefined;
    const userId = await registered(email.toUpperCase());
    const applicationId = before ?? (await invited(email));
    await joined(applicationId);
    expect(await ownersOf(applicationId)).toEqual([userId]);
    await shown('select from application_owners where application_id = $1 and user_id = $2', [applicationId, userId]);
  });

  it('becomes an owner when a user gets the address later', async () => {
    const applicationId = await invited('ole@harbour.example');
    const userId = await registered('other@harbour.example');
    const change = { email: 'Ole@Harbour.example' };
    await world.send(userDecider, userId, { type: 'ChangeUser', data: { change } });
    await joined(applicationId);
    expect(await ownersOf(applicationId)).toEqual([userId]);
  });

  it('that the subscription missed becomes an owner with the next sweep', async () => {
    await world.stopWorker();
    const applicationId = await invited('lost@harbour.example');
    const userId = await registered('lost@harbour.example');
    await shown('select from users where id = $1', [userId]);
    await shown('select from applications where id = $1', [applicationId]);
    expect(await joinForgotten(services())).toBe(1);
    expect(await ownersOf(applicationId)).toEqual([userId]);
    const held = holdAppend(world.store, 'OwnerJoined');
    const late = await invited('gone@harbour.example');
    const goneId = await registered('gone@harbour.example');
    await shown('select from users where id = $1', [goneId]);
    await shown('select from applications where id = $1', [late]);
    const joining = joinForgotten(services());
    await held.reached;
    await world.send(userDecider, goneId, { type: 'DeleteUser', data: {} });
    held.release();
    await joining;
    // Deleted in between, the person owns nothing.
    expect(await ownersOf(late)).toEqual([]);
    // The subscription finds it done.
    await world.startWorker();
    const marker = await invited('marker@harbour.example');
    await registered('marker@harbour.example');
    await joined(marker);
    expect((await world.history('application', applicationId)).filter((type) => type === 'OwnerJoined')).toHaveLength(
      1,
    );
  });
});
