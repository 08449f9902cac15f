import { approvalRuleDecider, approvalRuleId, needsTwo } from '#domain/approval-rule/approval-rule.ts';
import { streamOf } from '#domain/core/id.ts';
import { isRefusal, refuse } from '#domain/core/problem.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { differenceDecider } from '#domain/difference/decider.ts';
import { type Difference, isAnsweredBy } from '#domain/difference/difference.ts';
import { foreignKinds } from '#domain/drift/drift.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { execute } from '#eventstore/execute.ts';
import { enter, whileGuardsMove } from '#eventstore/guards.ts';
import { loadState } from '#eventstore/load.ts';
import { adminUrls } from '#gateway/admin-api/admin-urls.ts';
import { type FoundEntity, tagsOf } from '#gateway/admin-api/entity.ts';
import type { GatewaySession } from '#gateway/admin-api/session.ts';
import { foreignPart } from '#gateway/change/in-the-way.ts';
import { adoptedConfig } from '#gateway/drift/adoption.ts';
import { belowOf, markOf } from '#gateway/drift/below.ts';
import { type Differing, described } from '#gateway/drift/differences.ts';
import { wholeForeign } from '#gateway/drift/whole-foreign.ts';
import { tagsOfOtherTools } from '#gateway/names/other-tools.ts';
import { crashPoint } from '#platform/crash-point.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import { leaderOf } from '../deployment/follow.ts';
import { type Handler, nothing } from '../engine/handler.ts';
import { NotReadyError, PermanentError, type Run, SupersededError } from '../engine/run.ts';
import { withGateway } from '../gateway/gateway-session.ts';
import { waitUntilInForce } from '../gateway/in-force.ts';
import { mirrorSource } from '../gateway/mirror/mirror-source.ts';
import { type Compared, compareDeployment } from './compare-deployment.ts';

type Answering = Extract<Difference, { status: 'answering' }>;
type Answer = (run: Run, session: GatewaySession, answering: Answering) => Promise<void>;

/** @throws NotReadyError while an operation of the deployment runs; PermanentError when the deployment does not serve any more. */
const compare = async ({ services }: Run, session: GatewaySession, { found }: Answering): Promise<Compared> => {
  const compared = await compareDeployment(services, session, found.deploymentId);
  if (compared) return compared;
  const { status } = await loadState(services.store, deploymentDecider, found.deploymentId);
  if (status === 'deploying') throw new NotReadyError({ code: 'difference.deploying' });
  throw new PermanentError({ code: 'difference.gone' });
};

/** @throws PermanentError when the gateway holds something else than the person saw. */
const assertAsSeen = async (
  { services }: Run,
  session: GatewaySession,
  { found }: Answering,
  differing: Differing,
): Promise<void> => {
  const { digest } = await described(mirrorSource(services, session), differing);
  if (digest !== found.digest) throw new PermanentError({ code: 'difference.changed' });
};

/** Returns the difference as it is now; undefined when the object is as it was applied. @throws PermanentError when it is another one. */
const asSeen = async (run: Run, session: GatewaySession, answering: Answering) => {
  const compared = await compare(run, session, answering);
  const differing = compared.differing.find(({ entity }) => entity.id === answering.found.objectId);
  if (differing) await assertAsSeen(run, session, answering, differing);
  return { ...compared, differing };
};

/** Returns somebody else's object; undefined when it is gone. @throws PermanentError when it is another one than the person saw. */
const foreignAsSeen = async (run: Run, session: GatewaySession, answering: Answering) => {
  const { kind: seenKind, objectId: id, label } = answering.found;
  const kind = foreignKinds.find((each) => each === seenKind);
  const seen = kind && (await session.client.get({ kind, id, label }));
  if (!seen) return undefined;
  const entity = await wholeForeign(session.client, seen);
  await assertAsSeen(run, session, answering, { form: 'foreign', entity, applied: undefined, held: entity.body });
  return entity;
};

/** Returns the request that an operation carries out. */
const causeOf = async <Type extends PorticoEvent['type']>({ services, operationId, subject }: Run, type: Type) => {
  const events = await services.store.read(streamOf(subject.noun, subject.id));
  const cause = events.find(
    (event): event is RecordedEvent<Extract<PorticoEvent, { type: Type }>> =>
      event.type === type && 'operationId' in event.data && event.data.operationId === operationId,
  );
  if (!cause) throw new Error(`nobody asked for ${operationId}`);
  return cause;
};

/** @throws PermanentError when another tool looks after an object or what goes with it, or other things go with it than the person saw. */
const assertRemovable = async (run: Run, { client, names }: GatewaySession, entity: FoundEntity): Promise<void> => {
  const below = await belowOf(client, entity);
  const tags = [{ tags: tagsOf(entity) }, ...below].flatMap((each) => tagsOfOtherTools(names, each.tags));
  if (tags.length > 0)
    throw new PermanentError({
      code: 'difference.of-another-tool',
      parameters: { tags: [...new Set(tags)].join(', ') },
    });
  const seen = (await causeOf(run, 'DifferenceReapplyRequested')).data.below;
  if (seen !== undefined && seen !== markOf(below.map(({ id }) => id)))
    throw new PermanentError({ code: 'difference.changed' });
};

/** Removes somebody else's object, as a person asked. What hangs on it goes with it, as the dialog has said. */
const removeForeign: Answer = async (run, session, answering) => {
  const { deploymentId } = answering.found;
  const entity = await foreignAsSeen(run, session, answering);
  // Somebody else has removed it, or an attempt before this one.
  if (!entity && run.attempt === 1) return;
  if (entity) {
    await assertRemovable(run, session, entity);
    await run.assertCurrent();
    crashPoint('remove-foreign.before');
    await session.client.remove(entity);
    crashPoint('remove-foreign.after');
    await run.record(`delete ${entity.label}`, entity.id, 'removed');
  }
  await waitUntilInForce({ run, session, deploymentId, stage: 'change', desired: [], wrote: entity !== undefined });
  if (await foreignAsSeen(run, session, answering)) throw new PermanentError({ code: 'difference.not-kept' });
  await run.record('read back', '0', 'verified');
};

/** Puts one object as it was applied, or removes what nobody applied. All others stay as they are. */
const reapply: Answer = async (run, session, answering) => {
  const { deploymentId, form } = answering.found;
  if (form === 'foreign') return await removeForeign(run, session, answering);
  const { differing } = await asSeen(run, session, answering);
  // An attempt before this one may have written it, and ended before its wait.
  if (!differing && run.attempt === 1) return;
  const applied = differing?.applied;
  if (differing) {
    const { entity, held } = differing;
    await run.assertCurrent();
    crashPoint('reapply-drift.write.before');
    if (applied) {
      await session.client.put(applied, applied.body);
      await run.record(`put ${entity.label}`, entity.id, held ? 'changed' : 'created');
    } else {
      const foreign = await foreignPart(session, [{ kind: 'delete', entity }]);
      if (foreign) throw new PermanentError(foreign);
      await session.client.remove(entity);
      await run.record(`delete ${entity.label}`, entity.id, 'removed');
    }
    crashPoint('reapply-drift.write.after');
  }
  const desired = applied ? [applied] : [];
  await waitUntilInForce({ run, session, deploymentId, stage: 'change', desired, wrote: differing !== undefined });
  if ((await asSeen(run, session, answering)).differing) throw new PermanentError({ code: 'difference.not-kept' });
  await run.record('read back', String(desired.length), 'verified');
};

/** @throws PermanentError for a deployment that follows another: it has that one's form. */
const assertLeads = async ({ services }: Run, { found: { deploymentId } }: Answering): Promise<void> => {
  const leader = await leaderOf(services, deploymentId);
  if (!leader) return;
  const { rows } = await services.pool.query<{ name: string }>('select name from resources where id = $1', [
    leader.wanted.gatewayId,
  ]);
  throw new PermanentError({ code: 'deployment.follows', parameters: { gateway: rows[0]?.name ?? '' } });
};

/** Requests the deployment as the gateway has it, in the name of whoever answered. That deploy is an operation of its own. */
const adopt: Answer = async (run, session, answering) => {
  const { services, operationId } = run;
  await assertLeads(run, answering);
  const { differing, target, deployment } = await asSeen(run, session, answering);
  // An attempt before this one has requested it.
  if (!differing) return;
  const config = adoptedConfig(target, deployment.wanted, differing);
  if (!config) throw new PermanentError({ code: 'difference.not-in-form' });
  const refused = await services.targets(config.upstreamUrl, await adminUrls(services.pool));
  if (refused) throw new PermanentError({ code: refused });
  const cause = await causeOf(run, 'DifferenceAdoptionRequested');
  await run.assertCurrent();
  const { deploymentId, apiId } = deployment;
  const deployId = uuidV5(porticoNamespace, `adopt/${operationId}`);
  const done = await whileGuardsMove(async () => {
    const { state: rule, guards } = await enter(services, approvalRuleDecider, approvalRuleId);
    if (needsTwo(rule, config.environment)) throw new PermanentError({ code: 'difference.two-people' });
    return await execute({
      store: services.store,
      decider: deploymentDecider,
      id: deploymentId,
      guards,
      command: { type: 'RequestDeployment', data: { deploymentId, apiId, operationId: deployId, config } },
      authorize: (state) =>
        JSON.stringify(state) === JSON.stringify(deployment)
          ? undefined
          : refuse('conflict', { code: 'difference.changed' }),
      meta: {
        actor: cause.meta.actor,
        commandId: uuidV5(porticoNamespace, `adopt-command/${operationId}`),
        correlationId: deployId,
        causationId: cause.id,
        time: new Date().toISOString(),
      },
    });
  });
  if (isRefusal(done)) throw new PermanentError(...done.problems);
  await run.record('request-deploy', deployId, 'created');
};

/** Leaves the object as it is, if it is still as the person saw it. */
const ignore: Answer = async (run, session, answering) => {
  const isForeign = answering.found.form === 'foreign';
  const seen = isForeign
    ? await foreignAsSeen(run, session, answering)
    : (await asSeen(run, session, answering)).differing;
  if (!seen) throw new PermanentError({ code: 'difference.gone' });
};

const answerOf = { reapply, adopt, ignore } as const;

/** Carries out what a person answered to one difference, if it is still the one that they saw. */
export const answerDifference: Handler = {
  run: async (run) => {
    const { services, operationId, subject } = run;
    const state = await loadState(services.store, differenceDecider, subject.id);
    if (isAnsweredBy(state, operationId)) return;
    if (state.status !== 'answering' || state.operationId !== operationId) throw new SupersededError();
    await withGateway(run, state.found.gatewayId, (session) => answerOf[state.answer](run, session, state));
    await run.decide(differenceDecider, subject.id, { type: 'ConfirmAnswer', data: { operationId } });
  },
  // What was written is one object as it was applied. The next look sees whatever is otherwise.
  restore: nothing,
  fail: ({ operationId, subject, decide }) =>
    decide(differenceDecider, subject.id, { type: 'FailAnswer', data: { operationId } }),
};
