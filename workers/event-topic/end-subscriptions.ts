import { eventSubscriptionDecider } from '#domain/event-subscription/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import { expectSoon } from '../engine/expect-soon.ts';
import { type Run, SupersededError } from '../engine/run.ts';

type Row = Readonly<{ id: number; name: string; organization: string }>;

const subscriptionsOf = async ({ services: { pool }, subject }: Run): Promise<Row[]> => {
  const { rows } = await pool.query<Row>(
    `select event_subscriptions.id, event_subscriptions.name, coalesce(organizations.name, '') as organization
     from event_subscriptions left join organizations on organizations.id = organization_id
     where topic_id = $1 order by event_subscriptions.id`,
    [subject.id],
  );
  return rows;
};

/**
 * Ends the subscriptions of a topic that is deleted, each by an operation of its own, and names each with its organization. Nobody can
 * subscribe to a topic that is being deleted, so those that the read tables show at its request are all.
 */
export const endSubscriptions = async (run: Run): Promise<void> => {
  const { services, operationId, subject } = run;
  const { pool, store } = services;
  const requested = (await store.read(`event-topic-${subject.id}`)).at(-1)?.position ?? '';
  const isShown = () => waitForPosition(pool, requested, 0, ['event_subscriptions', 'organizations']);
  await expectSoon(run, isShown, { code: 'portal.unavailable' });
  for (const { id, name, organization } of await subscriptionsOf(run)) {
    const { status } = await loadState(store, eventSubscriptionDecider, id);
    if (status === 'removing' || status === 'removed') continue;
    await run.record('remove-subscription', `${name} (${organization})`, 'removed');
    try {
      await run.decide(eventSubscriptionDecider, id, {
        type: 'RequestRemoval',
        data: { operationId: uuidV5(porticoNamespace, `delete-event-topic/${operationId}/${id}`) },
      });
    } catch (error) {
      // Somebody has just removed it.
      if (!(error instanceof SupersededError)) throw error;
    }
  }
  const isNoneLeft = async () => (await subscriptionsOf(run)).length === 0;
  await expectSoon(run, isNoneLeft, { code: 'event-topic.subscriptions-left' });
};
