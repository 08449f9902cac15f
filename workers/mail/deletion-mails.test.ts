import { beforeAll, expect, it } from 'vitest';
import { applicationDecider } from '#domain/application/decider.ts';
import { mailWorld } from './fixture/mail-world.ts';

const { world, register, company, mailsTo, eventually } = mailWorld();

/** An organization with a boss, and another one's API that it calls with keys. */
const partner = async (name: string, keys: number) => {
  const [owner, caller] = [await company(`Owner of ${name}`), await company(`Caller of ${name}`)];
  const boss = `boss@${name}.example`;
  await register(boss, ['ROLE_COMPANY_ADMIN'], caller);
  const [applicationId, apiId] = [world().nextId(), world().nextId()];
  await world().send(applicationDecider, applicationId, {
    type: 'RegisterApplication',
    data: { applicationId, organizationId: owner, name: `${name} shop`, description: '', external: true, owners: [] },
  });
  await world().request.publish(apiId, { organizationId: owner, applicationId });
  const { id: deploymentId } = await world().deployed(name, {}, apiId);
  const added: number[] = [];
  for (let number = 1; number <= keys; number++) {
    const id = world().nextId();
    added.push(id);
    await world().completed(
      await world().request.addConsumer(id, deploymentId, `${name}-${number}`, { organizationId: caller, apiId }),
    );
  }
  const { rows } = await world().pool.query<{ name: string }>('select name from apis where id = $1', [apiId]);
  return { boss, owner, applicationId, apiId, api: rows[0]?.name ?? '', deploymentId, keys: added };
};

beforeAll(async () => {
  // Whoever acts in this world().
  await register('first@elsewhere-deletions.example');
});

const subjects = (email: string) => mailsTo(email).map(({ subject }) => subject);

it('tells once that an API is deleted, however many keys go with it', async () => {
  const { boss, apiId, api } = await partner('api-gone', 3);
  await world().completed(await world().request.deleteApi(apiId));
  await eventually(() => expect(subjects(boss)).toEqual([`${api} is being deleted`]));
  expect(mailsTo(boss)[0]?.text).toContain('Noor Haddad deletes the API');
});

it('tells once that an application is deleted with its APIs', async () => {
  const { boss, applicationId, apiId } = await partner('application-gone', 2);
  await world().request.deleteApplication(applicationId);
  await world().reached('api', apiId, 'ApiDeleted');
  await eventually(() => expect(subjects(boss)).toEqual(['application-gone shop is being deleted']));
});

it('tells once that an organization is deleted', async () => {
  const { boss, owner, apiId } = await partner('organization-gone', 2);
  await world().request.deleteOrganization(owner);
  await world().reached('api', apiId, 'ApiDeleted');
  // The request said that it may be deleted.
  await eventually(() =>
    expect(subjects(boss).toSorted()).toEqual([
      'Owner of organization-gone is being deleted',
      'Owner of organization-gone may be deleted',
    ]),
  );
});

it('tells of a deployment that is deleted, and of a single key', async () => {
  const { boss, deploymentId, keys, api } = await partner('deployment-gone', 2);
  await world().completed(await world().request.removeConsumer(keys[0] ?? 0));
  await eventually(() => expect(subjects(boss)).toEqual([`A key for ${api} was deleted`]));
  await world().completed(await world().request.undeploy(deploymentId));
  await eventually(() => expect(subjects(boss)).toHaveLength(2));
  expect(subjects(boss)[1]).toBe(`${api} is no longer on deployment-gone-dev`);
});
