import { countInbox, listInbox } from '#domain/inbox/calls.ts';
import { inboxPageSize } from '#domain/inbox/schema.ts';
import { listRoutes } from '../http/list-routes.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import { countInboxOf, readInbox } from './waiting.ts';

/** What waits for the reader's decision (docs/product/inbox.md). */
export const inboxRoutes = [
  ...listRoutes(listInbox, {
    action: 'inbox.list',
    summary: 'What waits for one’s own decision, of all kinds, oldest first',
    pageSize: inboxPageSize,
    read: async ({ services, actor, query }, size) => {
      authorizeOpenly(actor, 'inbox.list');
      return await readInbox(services, actor, query, size);
    },
    rowsOf: ({ waiting }) => waiting,
    csv: {
      name: 'inbox.csv',
      columns: {
        Kind: ({ kind }) => kind,
        Id: ({ key }) => key,
        About: ({ subject }) => subject,
        Of: ({ detail }) => detail,
        'Asked by': ({ asker }) => asker,
        Organization: ({ organization }) => organization,
        Reason: ({ reason }) => reason,
        'Waits since': ({ since }) => since,
        'Due at': ({ due }) => due,
        Overdue: ({ overdue }) => (overdue ? 'yes' : ''),
        'Passed on at': ({ escalatedAt }) => escalatedAt ?? '',
        'Passed on to': ({ escalatedTo }) => escalatedTo.join(' '),
      },
    },
  }),
  route(countInbox, {
    action: 'inbox.list',
    summary: 'How much waits for one’s own decision, and how much of it is overdue',
    handle: async ({ services, actor }) => {
      authorizeOpenly(actor, 'inbox.list');
      return await countInboxOf(services, actor);
    },
  }),
];
