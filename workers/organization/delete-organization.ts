import { accessIdOf, eventAccessIdOf } from '#domain/access/access.ts';
import { accessDecider } from '#domain/access/decider.ts';
import { apiDecider } from '#domain/api/decider.ts';
import { applicationDecider } from '#domain/application/decider.ts';
import { consumerDecider } from '#domain/consumer/decider.ts';
import type { Command, Decider } from '#domain/core/decider.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { eventSubscriptionDecider } from '#domain/event-subscription/decider.ts';
import { organizationDecider } from '#domain/organization/decider.ts';
import { userDecider } from '#domain/user/decider.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import { expectSoon } from '../engine/expect-soon.ts';
import { type Handler, nothing, type Waiting } from '../engine/handler.ts';
import { type Run, SupersededError } from '../engine/run.ts';
import { finishApproval } from '../registration/finish-approvals.ts';
import { belongings, type Product } from './belongings.ts';
import { currentOrganization, expectReadTables } from './organization-subject.ts';

/** Sends a command. A refusal means that somebody else or an earlier attempt has made the change. */
const decideOnce = async <State, C extends Command, E extends PorticoEvent>(
  run: Run,
  decider: Decider<State, C, E>,
  id: number | string,
  command: C,
): Promise<void> => {
  try {
    await run.decide(decider, id, command);
  } catch (error) {
    await currentOrganization(run);
    if (!(error instanceof SupersededError)) throw error;
  }
};

const hasNone = (run: Run, what: keyof typeof belongings) => async (): Promise<boolean> =>
  (await belongings[what](run)).length === 0;

const operationOf = ({ operationId }: Run, what: string): string =>
  uuidV5(porticoNamespace, `delete-organization/${operationId}/${what}`);

/** Requests the removal of the organization's keys, each by a separate operation. Recorded once for each deployment. */
const removeKeys = async (run: Run): Promise<void> => {
  const keys = (await belongings.keys(run)).filter(({ isGoing }) => !isGoing);
  for (const [path, group] of Map.groupBy(keys, (key) => key.path)) {
    await run.record('remove-keys', path, 'removed');
    for (const { id } of group)
      await decideOnce(run, consumerDecider, id, {
        type: 'RequestRemoval',
        data: { operationId: operationOf(run, `key-${id}`) },
      });
  }
};

/** Requests the removal of what the organization has at Kafka, each by a separate operation. */
const removeSubscriptions = async (run: Run): Promise<void> => {
  for (const { id, name } of (await belongings.subscriptions(run)).filter(({ isGoing }) => !isGoing)) {
    await run.record('remove-subscription', name, 'removed');
    await decideOnce(run, eventSubscriptionDecider, id, {
      type: 'RequestRemoval',
      data: { operationId: operationOf(run, `subscription-${id}`) },
    });
  }
};

/** Requests the deletion of the organization's APIs, each by a separate operation that removes its deployments. */
const deleteApis = async (run: Run): Promise<void> => {
  for (const { id, name } of (await belongings.apis(run)).filter(({ isGoing }) => !isGoing)) {
    await run.record('delete-api', name, 'removed');
    await decideOnce(run, apiDecider, id, {
      type: 'RequestDeletion',
      data: { operationId: operationOf(run, `api-${id}`) },
    });
  }
};

/** Requests the deletion of the organization's applications, which have no APIs any more. */
const deleteApplications = async (run: Run): Promise<void> => {
  for (const { id, name } of (await belongings.applications(run)).filter(({ isGoing }) => !isGoing)) {
    await run.record('delete-application', name, 'removed');
    await decideOnce(run, applicationDecider, id, {
      type: 'RequestDeletion',
      data: { operationId: operationOf(run, `application-${id}`), deployments: 0 },
    });
  }
};

/** Returns the stream of the organization's access to an API or event category. */
const accessOf = ({ subject }: Run, product: Product): string =>
  (product.apiId === null ? eventAccessIdOf : accessIdOf)(product.apiId ?? product.eventCategoryId, Number(subject.id));

/** Ends the access to other organizations' APIs and to event categories, and the requests for it. */
const endAccess = async (run: Run): Promise<void> => {
  for (const { grantId, ...product } of await belongings.grants(run))
    await decideOnce(run, accessDecider, accessOf(run, product), { type: 'RevokeAccess', data: { grantId } });
  for (const { requestId, ...product } of await belongings.requests(run))
    await decideOnce(run, accessDecider, accessOf(run, product), {
      type: 'DenyRequest',
      data: { requestId, note: '' },
    });
};

/** Deletes the people's accounts. They were signed out when the deletion was approved. */
const deletePeople = async (run: Run): Promise<void> => {
  // Somebody whose approval began before the deletion was approved may not have an account yet.
  for (const { id } of await belongings.approvals(run)) await finishApproval(run.services, id);
  await expectSoon(run, hasNone(run, 'approvals'), { code: 'portal.unavailable' });
  const newest = await run.services.store.newest();
  await expectSoon(run, () => waitForPosition(run.services.pool, newest, 0, ['users']), { code: 'portal.unavailable' });
  const people = await belongings.people(run);
  if (people.length === 0) return;
  await run.record('delete-people', String(people.length), 'removed');
  for (const { id } of people) await decideOnce(run, userDecider, id, { type: 'DeleteUser', data: {} });
};

/** Returns whether everything that must go next is already going. */
const isHeldUp = async (waiting: Waiting): Promise<boolean> => {
  for (const what of ['keys', 'subscriptions', 'apis', 'applications'] as const) {
    const left = await belongings[what](waiting);
    if (left.length > 0) return left.every(({ isGoing }) => isGoing);
  }
  return false;
};

/**
 * Deletes an organization: first its keys and subscriptions, so that it calls and reads nothing any more, then its APIs with their deployments and
 * everybody's keys for them, then its applications, its access, its people, and at last itself. Each request has the same id when it is
 * repeated, so after a crash the next worker can continue.
 */
export const deleteOrganization: Handler = {
  run: async (run) => {
    const { operationId, subject } = run;
    if ((await currentOrganization(run)).status === 'deleted') return;
    await expectReadTables(run);
    await removeKeys(run);
    await removeSubscriptions(run);
    await expectSoon(run, hasNone(run, 'keys'), { code: 'organization.keys-left' });
    await expectSoon(run, hasNone(run, 'subscriptions'), { code: 'organization.subscriptions-left' });
    await deleteApis(run);
    await expectSoon(run, hasNone(run, 'apis'), { code: 'organization.apis-left' });
    await deleteApplications(run);
    await expectSoon(run, hasNone(run, 'applications'), { code: 'organization.applications-left' });
    await endAccess(run);
    await deletePeople(run);
    await run.decide(organizationDecider, subject.id, { type: 'ConfirmDeletion', data: { operationId } });
  },
  restore: nothing,
  fail: nothing,
  isHeldUp,
};
