import { sql } from 'kysely';
import { may } from '#domain/core/authorization.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { listEventSubscriptionChanges, listEventSubscriptions } from '#domain/event-subscription/calls.ts';
import { eventSubscriptionHistory } from '#domain/event-subscription/history.ts';
import { mostSubscriptions } from '#domain/event-subscription/limits.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import { containing } from '../sql/containing.ts';
import { ownHistoryOf } from '../sql/newest-entries.ts';
import { findEventSubscription, rowOf, selectEventSubscriptions } from './row.ts';

/** The panel shows the newest entries. More would not be read there. */
const historyLength = 20;

export const eventSubscriptionQueries = [
  route(listEventSubscriptions, {
    action: 'event-subscription.list',
    summary:
      'The subscriptions of a topic or category: all to portal administrators, to others those of their organization',
    handle: async ({ actor, services, query: { topicId, categoryId, search } }) => {
      const words = containing(search);
      const rows = await selectEventSubscriptions(services.db)
        .$if(topicId !== undefined, (list) => list.where('topic_id', '=', Number(topicId)))
        .$if(categoryId !== undefined, (list) =>
          list.where('topic_id', 'in', (topics) =>
            topics.selectFrom('event_topics').select('id').where('category_id', '=', Number(categoryId)),
          ),
        )
        .$if(!may(actor, 'event-subscription.list-all'), (list) =>
          list.where('event_subscriptions.organization_id', '=', actor.organizationId),
        )
        .$if(words !== undefined, (list) =>
          list.where(
            // Kafka's names have plain letters only.
            sql<boolean>`(event_subscriptions.sort_name like ${words} or organizations.sort_name like ${words}
              or lower(topic_name) like ${words} or lower(kafka_user) like ${words})`,
          ),
        )
        .orderBy('event_subscriptions.sort_name')
        .orderBy('event_subscriptions.id')
        .limit(mostSubscriptions[topicId === undefined ? 'category' : 'topic'])
        .execute();
      return rows.map((row) => rowOf(row, actor));
    },
  }),
  route(listEventSubscriptionChanges, {
    action: 'event-subscription.history',
    summary: 'Who did what with a subscription, and who saw its password, the newest first',
    handle: async ({ actor, services, parameters: { id } }) => {
      authorizeOpenly(actor, 'event-subscription.history');
      if (!(await findEventSubscription(services.db, id))) throw new RefusedError(notFound());
      return await ownHistoryOf(services, eventSubscriptionHistory, id, historyLength);
    },
  }),
];
