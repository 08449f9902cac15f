import { operationDecider } from '#domain/operation/decider.ts';
import { organizationDecider } from '#domain/organization/decider.ts';
import { isSuspended } from '#domain/organization/organization.ts';
import { suspensionDecider } from '#domain/suspension/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import { expectSoon } from '../engine/expect-soon.ts';
import { type Handler, nothing, type Waiting } from '../engine/handler.ts';
import type { Run } from '../engine/run.ts';
import { areSwitched, switchAll } from '../event-subscription/follow-organization.ts';
import { switchOf } from '../event-subscription/request-switch.ts';
import { belongings } from './belongings.ts';
import { currentOrganization, expectReadTables } from './organization-subject.ts';

type Called = Readonly<{ deploymentId: number; apiId: number; path: string }>;

const calledDeployments = async ({ services, subject }: Waiting): Promise<Called[]> => {
  const { rows } = await services.pool.query<Called>(
    `select id as "deploymentId", api_id as "apiId", config->>'contextPath' as path from deployments
     where id in (select deployment_id from consumers where organization_id = $1) order by id`,
    [subject.id],
  );
  return rows;
};

const operationOf = ({ operationId }: Waiting, { deploymentId }: Called): string =>
  uuidV5(porticoNamespace, `keys/${operationId}/${deploymentId}`);

/** Requests the change of the keys on one deployment, by a separate operation. The same request is made once. */
const request = async (run: Run, called: Called, suspended: boolean): Promise<void> => {
  const organizationId = Number(run.subject.id);
  const { deploymentId, apiId, path } = called;
  const operationId = operationOf(run, called);
  const before = await loadState(run.services.store, suspensionDecider, operationId);
  if (before.status !== 'none') return;
  await run.record(suspended ? 'suspend-keys' : 'restore-keys', path, suspended ? 'removed' : 'created');
  await run.decide(suspensionDecider, operationId, {
    type: suspended ? 'RequestSuspension' : 'RequestRestoration',
    data: { operationId, organizationId, deploymentId, apiId },
  });
};

/** The organization's subscriptions at every Kafka. */
const subscriptionsOf = async (waiting: Waiting) =>
  (await belongings.subscriptions(waiting)).filter(({ isGoing }) => !isGoing);

/** Returns whether all operations on keys are done. One that was superseded found its deployment gone. */
const areDone = async (run: Run, called: readonly Called[]): Promise<boolean> => {
  await currentOrganization(run);
  const states = await Promise.all(
    called.map((each) => loadState(run.services.store, operationDecider, operationOf(run, each))),
  );
  return states.every(({ status }) => status === 'completed' || status === 'superseded');
};

/** Returns whether operations on keys are under way, according to the read tables. */
const isHeldUp = async (waiting: Waiting): Promise<boolean> => {
  const { services, subject, operationId } = waiting;
  const organization = await loadState(services.store, organizationDecider, subject.id);
  if (organization.status === 'none' || organization.operationId !== operationId) return false;
  const wanted = (await calledDeployments(waiting)).map((each) => operationOf(waiting, each));
  const { rows } = await services.pool.query(
    "select from operations where id = any($1) and state in ('completed', 'superseded')",
    [wanted],
  );
  if (rows.length < wanted.length) return true;
  const switches = (await subscriptionsOf(waiting)).map(({ id }) => switchOf(id, operationId));
  const { rowCount } = await services.pool.query(
    "select from operations where id = any($1) and state not in ('completed', 'superseded') limit 1",
    [switches],
  );
  return rowCount === 1;
};

/**
 * Suspends or restores the keys of an organization on every gateway and its rights at every Kafka, as its present state requires.
 * Ends when the last of them are changed.
 */
export const followKeys: Handler = {
  run: async (run) => {
    const suspended = isSuspended(await currentOrganization(run));
    await expectReadTables(run);
    const called = await calledDeployments(run);
    const subscriptions = await subscriptionsOf(run);
    for (const each of called) await request(run, each, suspended);
    await switchAll(run, subscriptions, suspended);
    await expectSoon(run, () => areDone(run, called), { code: 'organization.keys-left' });
    const areAllSwitched = () => areSwitched(run.services, subscriptions, run.operationId);
    await expectSoon(run, areAllSwitched, { code: 'organization.subscriptions-left' });
  },
  restore: nothing,
  fail: nothing,
  isHeldUp,
};
