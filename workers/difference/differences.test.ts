import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvalRuleDecider, approvalRuleId } from '#domain/approval-rule/approval-rule.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { emptyRequestTransformer } from '#domain/deployment/request-transformer.ts';
import { differenceDecider } from '#domain/difference/decider.ts';
import type { Answer, DifferenceEvent, FoundDifference } from '#domain/difference/difference.ts';
import { differenceIdOf } from '#domain/difference/difference-id.ts';
import { loadState } from '#eventstore/load.ts';
import { randomId } from '#platform/uuid.ts';
import { within } from '#test/runner/limit.ts';
import { startWorldOnAnyKong, type WorkedWorld } from '#test/world/worker-world.ts';
import { openServices } from '../open-services.ts';
import { reconcileGateway } from '../reconciliation/reconcile-gateways.ts';

/*
 * What somebody changes at a gateway's Admin API beside what protects a deployment, how it is found, and each answer to its end. The
 * looks are made by the test: those of the worker come once an hour.
 */

let world: WorkedWorld;
let opened: Awaited<ReturnType<typeof openServices>>;
let deploymentId: number;
const page = 'https://app.example';

beforeAll(async () => {
  world = await startWorldOnAnyKong({ sweep: { every: 3_600_000 } });
  opened = await openServices(world.workerOptions);
  ({ id: deploymentId } = await world.deployed('kept', {
    requestTransformer: { ...emptyRequestTransformer, addHeaders: ['x-team:orders'] },
    cors: { origins: [page], methods: ['GET'], headers: [], credentials: false, maxAge: 600 },
  }));
});
afterAll(async () => {
  await opened?.close();
  await world?.close();
});

type Row = Readonly<Record<string, unknown>> & Readonly<{ id: string; name?: string }>;
const rowsOf = async (collection: string): Promise<Row[]> => {
  const tags = [...world.names.listedBy('deployment', deploymentId)];
  const rows = ((await world.dump())[collection] ?? []) as Row[];
  return rows.filter((row) => (row.tags as string[] | undefined)?.some((tag) => tags.includes(tag)));
};
const service = async (): Promise<Row> => {
  const [found] = await rowsOf('services');
  if (!found) throw new Error('the service is not there');
  return found;
};
const pluginOf = async (name: string): Promise<Row> => {
  const found = (await rowsOf('plugins')).find((row) => row.name === name);
  if (!found) throw new Error(`${name} is not there`);
  return found;
};
const events = async (objectId: string) =>
  (await world.store.read(`difference-${differenceIdOf(deploymentId, objectId)}`)) as readonly DifferenceEvent[];
const typesOf = async (objectId: string) => (await events(objectId)).map(({ type }) => type);
const stateOf = (objectId: string) => loadState(world.store, differenceDecider, differenceIdOf(deploymentId, objectId));
const foundOf = async (objectId: string): Promise<FoundDifference> => {
  const state = await stateOf(objectId);
  if (state.status === 'none') throw new Error(`nothing was found at ${objectId}`);
  return state.found;
};
const rowOf = async (objectId: string) => {
  const { rows } = await world.pool.query<Record<string, unknown>>('select * from differences where id = $1', [
    differenceIdOf(deploymentId, objectId),
  ]);
  return rows[0];
};
const known = (objectId: string, state: string) =>
  within(1_000, async () => expect(await rowOf(objectId)).toMatchObject({ state }));

const answer = async (objectId: string, how: Answer, digest?: string): Promise<string> => {
  const operationId = randomId();
  await world.send(differenceDecider, differenceIdOf(deploymentId, objectId), {
    type: 'AnswerDifference',
    data: { operationId, answer: how, digest: digest ?? (await foundOf(objectId)).digest, reason: 'as agreed' },
  });
  return operationId;
};
/** Waits until whatever a deploy of the deployment does has ended. What was asked for just now is known by then. */
const settled = async () => {
  await world.allShown();
  await within(1_500, async () => {
    const { rows } = await world.pool.query(
      `select from operations where place = $1 and state in ('requested', 'started', 'waiting')`,
      [`deployment-${deploymentId}`],
    );
    expect(rows).toHaveLength(0);
    const { rows: serving } = await world.pool.query(`select from deployments where id = $1 and state = 'deployed'`, [
      deploymentId,
    ]);
    expect(serving).toHaveLength(1);
  });
};
let looks = 0;
/** A look leaves out a deployment at which, as the read tables know, an operation is running. */
const look = async () => {
  await settled();
  looks += 1;
  await reconcileGateway(opened.services, 1, `test/${looks}`, new Date());
};
const wanted = async () => {
  const deployment = await loadState(world.store, deploymentDecider, deploymentId);
  if (deployment.status === 'none') throw new Error('there is no deployment');
  return deployment.wanted;
};
const change = (collection: string, { id, ...row }: Row, changes: object) =>
  world.admin('PUT', `/${collection}/${id}`, { ...row, ...changes });

describe('one look finds', () => {
  it('nothing at a deployment that is as it was applied', async () => {
    await look();
    const { rows } = await world.pool.query('select from differences');
    expect(rows).toHaveLength(0);
  });

  it('a changed target and fields that Portico leaves to Kong, field by field, with since when', async () => {
    const before = await service();
    const began = Math.floor(Date.now() / 1_000) * 1_000;
    await change('services', before, { retries: 2, path: '/moved' });
    await look();
    const found = await foundOf(before.id);
    expect(found).toMatchObject({ form: 'changed', kind: 'service', label: 'service', isAdoptable: false });
    expect(found.fields.toSorted((one, other) => one.field.localeCompare(other.field))).toEqual([
      { field: 'path', applied: '/base', held: '/moved' },
      { field: 'retries', applied: '5', held: '2' },
    ]);
    expect(Date.parse(found.writtenAt ?? '')).toBeGreaterThanOrEqual(began);
    expect(Date.parse(found.intactAt ?? '')).toBeLessThanOrEqual(Date.now());
    await known(before.id, 'open');
    await look();
    expect(await typesOf(before.id)).toEqual(['DifferenceFound']);
    // Somebody puts it as it was.
    await change('services', before, {});
    await look();
    expect(await typesOf(before.id)).toEqual(['DifferenceFound', 'DifferenceGone']);
    await known(before.id, 'answered');
    expect(await rowOf(before.id)).toMatchObject({ answer: 'gone' });
  });

  it('nothing in the order of lists and in times: the gateway orders none, and a write changes the time', async () => {
    const [cors, route] = [
      await pluginOf('cors'),
      (await rowsOf('routes')).find(({ paths }) => String(paths).includes('kept')),
    ];
    if (!route) throw new Error('the route is not there');
    await change('plugins', cors, {});
    await change('routes', route, { paths: (route.paths as string[]).toReversed(), protocols: ['https', 'http'] });
    await look();
    const { rows } = await world.pool.query(`select from differences where state <> 'answered'`);
    expect(rows).toHaveLength(0);
  });

  it('a header that the log plugin sends besides, which a comparison of what was applied alone would not see', async () => {
    const log = await pluginOf('http-log');
    const config = log.config as { headers: Record<string, string> };
    await change('plugins', log, { config: { ...config, headers: { ...config.headers, 'x-more': 'of a stranger' } } });
    await look();
    expect((await foundOf(log.id)).fields).toMatchObject([{ field: 'config.headers.x-more', applied: null }]);
    await world.completed(await answer(log.id, 'ignore'));
    await look();
    expect((await stateOf(log.id)).status).toBe('ignored');
    await change('plugins', log, {});
    await look();
    expect((await stateOf(log.id)).status).toBe('none');
  });

  it('a secret by its fingerprint only', async () => {
    const log = await pluginOf('http-log');
    const secret = 'Bearer of-a-stranger';
    const config = log.config as { headers: Record<string, string> };
    const headers = Object.fromEntries(Object.keys(config.headers).map((name) => [name, secret]));
    await change('plugins', log, { config: { ...config, headers } });
    await look();
    const found = await foundOf(log.id);
    expect(found.fields).toHaveLength(1);
    expect(found.fields[0]).toMatchObject({ isSecret: true, held: world.vault.fingerprint(secret).slice(0, 12) });
    expect(JSON.stringify(await events(log.id))).not.toContain(secret);
    await change('plugins', log, {});
    await look();
  });

  it('a route that is missing: it protects, so it is put back and stands there as answered', async () => {
    const route = (await rowsOf('routes')).find(({ name }) => !String(name).includes('canary'));
    if (!route) throw new Error('the route is not there');
    await world.admin('DELETE', `/routes/${route.id}`);
    await look();
    await within(1_500, async () => {
      const { rows } = await world.pool.query('select * from differences where object_id = $1', [route.id]);
      expect(rows).toMatchObject([
        { is_protection: true, form: 'missing', kind: 'route', answer: 'put-back', state: 'answered' },
      ]);
      expect(rows[0]?.fields).toContainEqual(expect.objectContaining({ field: 'paths', held: null }));
    });
    expect(await typesOf(route.id)).toEqual([]);
    expect(await rowsOf('routes')).toContainEqual(expect.objectContaining({ id: route.id }));
    await settled();
  });

  it('a foreign route under its path, which the deployment can’t adopt; a person may ignore it', async () => {
    const other = randomUUID();
    await world.admin('PUT', `/services/${world.named('other')}`, { host: 'other.example' });
    await world.admin('PUT', `/services/${world.named('other')}/routes/${other}`, {
      name: world.named('theirs'),
      paths: [world.at('/kept-dev/x')],
    });
    await look();
    expect(await foundOf(other)).toMatchObject({
      form: 'foreign',
      kind: 'route',
      name: world.named('theirs'),
      isAdoptable: false,
    });
    await expect(answer(other, 'adopt')).rejects.toThrow('difference.foreign');
    await world.completed(await answer(other, 'ignore'));
    await look();
    expect((await stateOf(other)).status).toBe('ignored');
    await world.admin('PUT', `/services/${world.named('other')}/routes/${other}`, {
      name: world.named('theirs'),
      paths: [world.at('/kept-dev/y')],
    });
    await look();
    expect((await stateOf(other)).status).toBe('open');
    await world.admin('DELETE', `/routes/${other}`);
    await look();
    expect((await stateOf(other)).status).toBe('none');
  });
});

describe('re-apply', () => {
  it('puts that object as it was applied, and leaves another difference alone', async () => {
    const [target, cors] = [await service(), await pluginOf('cors')];
    await change('services', target, { retries: 2 });
    await change('plugins', cors, { config: { ...(cors.config as object), max_age: 60 } });
    await look();
    await world.completed(await answer(target.id, 'reapply'));
    expect(await service()).toMatchObject({ retries: 5 });
    expect(await pluginOf('cors')).toMatchObject({ config: { max_age: 60 } });
    expect((await stateOf(target.id)).status).toBe('none');
    await known(target.id, 'answered');
    expect(await rowOf(target.id)).toMatchObject({ answer: 'reapply', reason: 'as agreed' });
    await look();
    expect((await stateOf(cors.id)).status).toBe('open');
    await world.completed(await answer(cors.id, 'reapply'));
    expect(await pluginOf('cors')).toMatchObject({ config: { max_age: 600 } });
  });

  it("removes an object under the deployment's tags that nobody applied", async () => {
    const { id: serviceId, tags } = await service();
    const id = randomUUID();
    await world.admin('PUT', `/plugins/${id}`, {
      name: 'correlation-id',
      service: { id: serviceId },
      config: { header_name: 'x-call' },
      tags,
    });
    await look();
    expect(await foundOf(id)).toMatchObject({ form: 'added', label: 'plugin correlation-id', isAdoptable: false });
    await expect(answer(id, 'adopt')).rejects.toThrow('difference.not-in-form');
    await world.completed(await answer(id, 'reapply'));
    expect((await rowsOf('plugins')).map((row) => row.id)).not.toContain(id);
  });

  it('makes a missing object again', async () => {
    const cors = await pluginOf('cors');
    await world.admin('DELETE', `/plugins/${cors.id}`);
    await look();
    expect(await foundOf(cors.id)).toMatchObject({ form: 'missing', isAdoptable: true, writtenAt: null });
    await world.completed(await answer(cors.id, 'reapply'));
    expect(await pluginOf('cors')).toMatchObject({ id: cors.id, config: { max_age: 600 } });
  });

  it('changes nothing when the object has changed since the person saw it', async () => {
    const target = await service();
    await change('services', target, { retries: 2 });
    await look();
    await world.stopWorker();
    const operationId = await answer(target.id, 'reapply');
    await change('services', target, { retries: 3 });
    await world.startWorker();
    const end = await world.ended(operationId);
    expect(end).toMatchObject({ type: 'OperationFailed', data: { problems: [{ code: 'difference.changed' }] } });
    expect(await service()).toMatchObject({ retries: 3 });
    expect((await stateOf(target.id)).status).toBe('open');
    await change('services', target, {});
    await look();
  });
});

describe('adopt', () => {
  it('deploys the target that the gateway has, in the name of whoever answered', async () => {
    const target = await service();
    await change('services', target, { path: '/moved' });
    await look();
    expect(await foundOf(target.id)).toMatchObject({ isAdoptable: true });
    const passesOfRule = async () => (await world.store.readGuards(['approval-rule-1']))[0]?.passes ?? 0;
    const before = await passesOfRule();
    await world.completed(await answer(target.id, 'adopt'));
    // So none comes after a rule in the log.
    expect(await passesOfRule()).toBe(before + 1);
    await settled();
    expect((await wanted()).upstreamUrl).toBe(`${world.echoUrl}/moved`);
    const requested = (await world.store.read(`deployment-${deploymentId}`)).findLast(
      ({ type }) => type === 'DeploymentRequested',
    );
    expect(requested?.meta.actor.userId).toBe(1);
    await look();
    expect((await stateOf(target.id)).status).toBe('none');
    expect(await service()).toMatchObject({ path: '/moved' });
  });

  it('is refused where two people change deployments', async () => {
    const target = await service();
    const rule = (twoPeople: boolean) =>
      world.send(approvalRuleDecider, approvalRuleId, {
        type: 'SetApprovalRule',
        data: { environment: 'DEV', twoPeople, otherAdministrator: true, formerAdministrator: false, isApproved: true },
      });
    await change('services', target, { path: '/alone' });
    await look();
    await rule(true);
    const end = await world.ended(await answer(target.id, 'adopt'));
    expect(end).toMatchObject({ type: 'OperationFailed', data: { problems: [{ code: 'difference.two-people' }] } });
    await rule(false);
    await world.completed(await answer(target.id, 'reapply'));
    await settled();
  });

  it('takes over plugins that the form knows: changed, missing and added ones', async () => {
    const adopted = async (id: string) => {
      await look();
      expect(await foundOf(id)).toMatchObject({ isAdoptable: true });
      await world.completed(await answer(id, 'adopt'));
      await settled();
    };
    const transformer = await pluginOf('request-transformer');
    const config = transformer.config as { add: object };
    await change('plugins', transformer, {
      config: { ...config, add: { ...config.add, headers: ['x-team:billing'] } },
    });
    await adopted(transformer.id);
    const cors = await pluginOf('cors');
    await world.admin('DELETE', `/plugins/${cors.id}`);
    await adopted(cors.id);
    const { id: serviceId, tags } = await service();
    const limit = randomUUID();
    await world.admin('PUT', `/plugins/${limit}`, {
      name: 'rate-limiting',
      service: { id: serviceId },
      config: { minute: 7_000, policy: 'local', limit_by: 'consumer' },
      tags,
    });
    await adopted(limit);
    expect(await wanted()).toMatchObject({
      ratePerMinute: 7_000,
      cors: null,
      requestTransformer: { addHeaders: ['x-team:billing'] },
    });
    await look();
    await within(1_500, async () => {
      const { rows } = await world.pool.query(`select label from differences where state <> 'answered'`);
      expect(rows).toEqual([]);
    });
  });
});

it('ignore lasts until it changes again, and another answer is possible before', async () => {
  const target = await service();
  await change('services', target, { retries: 1 });
  await look();
  await world.completed(await answer(target.id, 'ignore'));
  await known(target.id, 'ignored');
  await look();
  expect((await stateOf(target.id)).status).toBe('ignored');
  await change('services', target, { retries: 0 });
  await look();
  expect((await stateOf(target.id)).status).toBe('open');
  await world.completed(await answer(target.id, 'ignore'));
  await world.completed(await answer(target.id, 'reapply'));
  expect(await service()).toMatchObject({ retries: 5 });
});

it('protection can be neither ignored nor adopted, and is put back without the rest', async () => {
  const [acl, target] = [await pluginOf('acl'), await service()];
  await change('services', target, { retries: 4 });
  await change('plugins', acl, { enabled: false });
  await look();
  expect((await stateOf(acl.id)).status).toBe('none');
  await expect(answer(acl.id, 'ignore', 'any')).rejects.toThrow('difference.gone');
  await settled();
  expect(await pluginOf('acl')).toMatchObject({ enabled: true });
  expect(await service()).toMatchObject({ retries: 4 });
  await look();
  expect((await stateOf(target.id)).status).toBe('open');
});
