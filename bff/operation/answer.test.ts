import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { operationDecider } from '#domain/operation/decider.ts';
import type { OperationCommand } from '#domain/operation/operation.ts';
import { newDeployment } from '#test/examples/route-examples.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { deployForm } from '../deployment/examples.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

type Body = Readonly<Record<string, unknown>>;
type Failed = Awaited<ReturnType<typeof newDeployment>>;

const get = async (who: Member, target: string) => (await world.ask(who, 'GET', target)).body as Body;
const operationOf = (who: Member, id: unknown) => get(who, `/api/operations/${id}`);
const desk = async () => (await get(world.acme.members.support, '/api/desk')) as { answered: number };
const stands = async (id: unknown) =>
  (await get(world.acme.members.support, `/api/operations/${id}/timeline`)).cause !== null;

const failed = (side = world.acme) => newDeployment(world, side, 'failed');

/** Sends a changed form of a deployment, for a failed operation. */
const answer = async (who: Member, { deploymentId, config }: Failed, answers: string, changes: object = {}) => {
  const { basedOn } = await get(world.acme.members.portal, `/api/swaggers/deployment/${deploymentId}`);
  const { name, contextPath, environment: env } = config;
  const json = deployForm(world.acme.apiId, world.publicGatewayId, {
    ...{ deploymentId, basedOn, name, contextPath, env, upstreamUrl: 'http://10.1.2.3/mended' },
    ...changes,
  });
  const { status, body } = await world.ask(who, 'POST', '/api/swagger/deploy', {
    json,
    headers: { 'x-answers': answers },
  });
  if (body.position) await world.shown(body.position);
  return { status, body: body as Body };
};

const happens = async (operationId: unknown, ...commands: OperationCommand[]) => {
  for (const command of commands)
    await world.shown(await world.seed.send(operationDecider, String(operationId), command));
};

describe('a changed form that answers a failed operation', () => {
  it('is a new command that names it, and both operations lead to each other', async () => {
    const { owningAdmin } = world.acme.members;
    const made = await failed();
    expect(await operationOf(owningAdmin, made.operationId)).toMatchObject({
      ...{ state: 'failed', answerable: true, answers: null, answeredBy: null },
      may: { answer: true },
    });
    const { status, body } = await answer(owningAdmin, made, made.operationId);
    expect(status, JSON.stringify(body)).toBe(200);
    const { operationId } = body;
    expect((await world.services.store.read(`deployment-${made.deploymentId}`)).at(-1)).toMatchObject({
      type: 'DeploymentRequested',
      data: { operationId },
      meta: { answers: made.operationId, actor: { userId: owningAdmin.userId } },
    });
    expect(await operationOf(owningAdmin, operationId)).toMatchObject({
      ...{ answers: made.operationId, answeredBy: null, answerable: false },
      may: { answer: false },
    });
    expect(await operationOf(owningAdmin, made.operationId)).toMatchObject({
      ...{ state: 'failed', answers: null, answeredBy: operationId, answerable: false },
      may: { answer: false },
    });
  });

  it('takes it off the desk while it is under way, counted as answered, and stands there itself if it fails', async () => {
    const made = await failed();
    expect(await stands(made.operationId)).toBe(true);
    const before = (await desk()).answered;
    const { operationId } = (await answer(world.acme.members.owningAdmin, made, made.operationId)).body;
    expect(await stands(made.operationId)).toBe(false);
    expect((await desk()).answered).toBe(before + 1);
    await happens(operationId, { type: 'StartOperation', data: { worker: 'test' } });
    expect((await desk()).answered).toBe(before + 1);
    await happens(operationId, {
      type: 'FailOperation',
      data: { attempt: 1, class: 'permanent', problems: [{ code: 'gateway.refused' }] },
    });
    expect((await desk()).answered).toBe(before);
    expect(await stands(operationId)).toBe(true);
    // The next form answers the one that failed last.
    expect(await operationOf(world.acme.members.owningAdmin, operationId)).toMatchObject({ answerable: true });
    const late = await answer(world.acme.members.owningAdmin, made, made.operationId, {
      upstreamUrl: 'http://10.1.2.3/late',
    });
    expect(late).toMatchObject({ status: 409, body: { code: 'answer.overtaken' } });
    // An older form is rather told what differs.
    const older = { upstreamUrl: 'http://10.1.2.3/late', basedOn: 1 };
    expect((await answer(world.acme.members.owningAdmin, made, made.operationId, older)).body.code).toBe('form.older');
    expect((await answer(world.acme.members.owningAdmin, made, String(operationId))).status).toBe(200);
  });

  it('is once for a key: the same form for another operation is another request', async () => {
    const { owningAdmin } = world.acme.members;
    const made = await failed();
    const { basedOn } = await get(owningAdmin, `/api/swaggers/deployment/${made.deploymentId}`);
    const { name, contextPath, environment: env } = made.config;
    const json = deployForm(world.acme.apiId, world.publicGatewayId, {
      ...{ deploymentId: made.deploymentId, basedOn, name, contextPath, env },
    });
    const send = (headers: Record<string, string>) =>
      world.ask(owningAdmin, 'POST', '/api/swagger/deploy', {
        json,
        headers: { 'idempotency-key': `answer-${made.operationId}`, ...headers },
      });
    const first = await send({ 'x-answers': made.operationId });
    await world.shown(first.body.position);
    expect(await send({ 'x-answers': made.operationId })).toMatchObject({ status: 200, body: first.body });
    expect((await send({})).body.code).toBe('idempotency-key.reused');
  });
});

describe('an answer is refused', () => {
  const other = () => failed(world.partner);
  it.each<[string, (made: Failed) => Promise<string>, object, number, string]>([
    ['for what is no id', async () => 'operation-7', {}, 400, 'answer.invalid'],
    ['for what there is not', async () => '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8', {}, 404, 'not-found'],
    ['for what another organization asked for', async () => (await other()).operationId, {}, 404, 'not-found'],
    ['for another deployment', async () => (await failed()).operationId, {}, 400, 'answer.other-thing'],
    [
      'by a deployment that is new',
      async ({ operationId }) => operationId,
      { deploymentId: undefined, basedOn: undefined, name: 'Quite new', contextPath: 'quite-new', env: 'TEST' },
      400,
      'answer.other-thing',
    ],
    ['for what has not failed', async () => '', {}, 409, 'answer.not-failed'],
    ['for what was replayed', async () => 'replayed', {}, 409, 'answer.not-failed'],
  ])('%s', async (name, of, changes, status, code) => {
    const made = name === 'for what has not failed' ? await newDeployment(world, world.acme) : await failed();
    if (name === 'for what was replayed')
      await happens(made.operationId, { type: 'ReplayOperation', data: { reason: 'the gateway is back' } });
    const named = await of(made);
    const answers = status === 409 ? made.operationId : named;
    const before = await world.countEvents();
    const response = await answer(world.acme.members.owningAdmin, made, answers, changes);
    expect(response).toMatchObject({ status, body: { code } });
    expect(await world.countEvents()).toBe(before);
  });

  it('for the operation of another kind on the same thing', async () => {
    const made = await newDeployment(world, world.acme);
    const removal = '5b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8';
    await world.shown(
      await world.seed.send(deploymentDecider, made.deploymentId, {
        type: 'RequestUndeployment',
        data: { operationId: removal },
      }),
    );
    const response = await answer(world.acme.members.owningAdmin, made, removal);
    expect(response).toMatchObject({ status: 400, body: { code: 'answer.other-thing' } });
  });

  it('by whoever may not send the form, who reads that and who may', async () => {
    const made = await failed();
    const { support } = world.acme.members;
    expect(await operationOf(support, made.operationId)).toMatchObject({
      answerable: true,
      may: { answer: false, replay: true },
    });
    expect(await answer(support, made, made.operationId)).toMatchObject({
      status: 403,
      body: { why: { action: 'deployment.request' } },
    });
  });

  it('by a call whose form no operation can be opened with', async () => {
    const made = await failed();
    const response = await world.ask(world.acme.members.portal, 'POST', '/api/business-area', {
      json: { id: 0, name: 'Trade', description: 'Ships' },
      headers: { 'x-answers': made.operationId },
    });
    expect(response).toMatchObject({ status: 400, body: { code: 'answer.not-here' } });
  });
});
