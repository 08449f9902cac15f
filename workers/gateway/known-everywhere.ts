import { streamOf } from '#domain/core/id.ts';
import type { OperationEvent } from '#domain/operation/operation.ts';
import { isRemoval } from '#domain/operation-kinds/operation-kinds.ts';
import type { EntityReference } from '#gateway/admin-api/entity.ts';
import type { GatewaySession } from '#gateway/admin-api/session.ts';
import { spreadOf } from '#gateway/change/propagation.ts';
import { countsAtOnce } from '#gateway/change/stages.ts';
import { NotInForceError, type Run } from '../engine/run.ts';
import { withGateway } from './gateway-session.ts';
import { knownNodes, propagationOf } from './nodes.ts';

const step = 'wait-for-nodes';
const code = 'gateway.not-everywhere';

/** Returns a session that notes when credentials or groups were last changed. */
const noting = (session: GatewaySession) => {
  let changedAt: number | undefined;
  const note = ({ kind }: EntityReference): void => {
    if (countsAtOnce.includes(kind)) changedAt = performance.now();
  };
  const { client } = session;
  const noted: GatewaySession = {
    ...session,
    client: {
      ...client,
      put: async (entity, body) => {
        const found = await client.put(entity, body);
        note(entity);
        return found;
      },
      remove: async (entity) => {
        const result = await client.remove(entity);
        if (result === 'removed') note(entity);
        return result;
      },
    },
  };
  return { session: noted, changedAt: () => changedAt };
};

type Event = Readonly<{ meta: Readonly<{ time: string }> }> & OperationEvent;

/**
 * Returns when an operation began to wait for the nodes, in milliseconds since 1970; undefined when it did not, or when an
 * attempt since then may have changed something again.
 *
 * @param events those of the operation, with the start of its present attempt.
 */
export const waitsSince = (events: readonly Event[]): number | undefined => {
  const begun = events.findLastIndex(({ type, data }) => type === 'OperationStepApplied' && data.step === step);
  const mark = events[begun];
  if (!mark) return undefined;
  const since = events.slice(begun);
  const isWaiting = (event: Event) => event.type === 'OperationDelayed' && event.data.problem.code === code;
  // Each attempt that began before the present one must have ended in waiting.
  const attempts = since.filter(({ type }) => type === 'OperationStarted').length;
  return since.filter(isWaiting).length === attempts ? Date.parse(mark.meta.time) : undefined;
};

/**
 * Runs `work` with a gateway. Then waits until every node of the gateway knows the credentials and groups that it changed.
 * They count at once at the node that takes the change. The others keep what they looked up, and what they did not find,
 * until they ask the database. The attempt ends meanwhile, so that others can work at the same place; the next one finds
 * nothing to change.
 *
 * @throws NotInForceError while nodes may not know yet, and the errors of `work`.
 */
export const untilKnownEverywhere = async (
  run: Run,
  gatewayId: number,
  work: (session: GatewaySession) => Promise<void>,
): Promise<void> =>
  withGateway(run, gatewayId, async (session) => {
    const startedAt = performance.now();
    const noted = noting(session);
    await work(noted.session);
    const { services, operationId, subject, attempt } = run;
    // An earlier attempt may have ended right after its change, and another removal may have ended this key's access.
    const isDoubtful = attempt > 1 || isRemoval(subject.kind);
    const changedAt = noted.changedAt() ?? (isDoubtful ? startedAt : undefined);
    if (changedAt === undefined || (await knownNodes(services.pool, session.gateway)) === 1) return;
    const spread = spreadOf(await propagationOf(run, session));
    const leave = (left: number): void => {
      if (left > 0) throw new NotInForceError({ code }, left);
    };
    if (noted.changedAt() === undefined) {
      const since = waitsSince(await services.store.read<OperationEvent>(streamOf('operation', operationId)));
      if (since !== undefined) return leave(since + spread - Date.now());
    }
    const left = changedAt + spread - performance.now();
    if (left > 0) await run.record(step, `${Math.ceil(spread / 1000)}`, 'unchanged');
    leave(left);
  });
