import type { Kysely } from 'kysely';
import { may } from '#domain/core/authorization.ts';
import { getReviewRound, listReviewLines, listReviewRounds } from '#domain/review-round/calls.ts';
import { reviewLinePageSize, reviewRoundPageSize } from '#domain/review-round/limits.ts';
import type { ReviewRoundListQuery } from '#domain/review-round/schema.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { listRoutes } from '../http/list-routes.ts';
import { growingPageOf } from '../http/page.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import type { Given } from '../sql/statement.ts';
import { lineColumns } from './line-columns.ts';
import { countWaiting, readLines } from './lines.ts';
import { readRound, roundOf, selectRounds, sightOf } from './row.ts';

type Filters = Readonly<{ only: number | undefined; isOpen: true | undefined; isClosed: true | undefined }>;

const readRounds = growingPageOf((db: Kysely<ReadTables>, { isOpen, isClosed, ...sight }: Given<Filters>) =>
  selectRounds(db, sight)
    .$if(isOpen !== undefined, (list) => list.where('round.closed_at', 'is', null))
    .$if(isClosed !== undefined, (list) => list.where('round.closed_at', 'is not', null)),
);

const orders = { startedAt: 'started_at', dueAt: 'due_at' } as const satisfies Record<
  ReviewRoundListQuery['sort'],
  string
>;

export const reviewRoundQueries = [
  ...listRoutes(listReviewRounds, {
    action: 'review-round.list',
    summary: 'The reviews of access, the newest first; to some only the part of their organization',
    pageSize: reviewRoundPageSize,
    read: async ({ services, actor, query: { state, sort, ...query } }, size) => {
      authorizeOpenly(actor, 'review-round.list');
      const isOpen = state === 'open' || undefined;
      const filters = { ...sightOf(actor), isOpen, isClosed: state === 'closed' || undefined } as const;
      const wanted = { ...query, size, sort: orders[sort], filled: ['started_at' as const, 'due_at' as const] };
      const { rows, ...place } = await readRounds(services.db, filters, wanted);
      return { rounds: rows.map(roundOf), ...place };
    },
    rowsOf: ({ rounds }) => rounds,
    csv: {
      name: 'reviews.csv',
      columns: {
        Number: ({ id }) => String(id),
        'Organization reviewed': ({ organization }) => organization?.name ?? '',
        'Started at': ({ startedAt }) => startedAt,
        'Started by': ({ startedBy }) => startedBy,
        'Due at': ({ dueAt }) => dueAt,
        'Closed at': ({ closedAt }) => closedAt ?? '',
        Lines: ({ lines }) => String(lines),
        Kept: ({ kept }) => String(kept),
        Revoked: ({ revoked }) => String(revoked),
        'Ended by itself': ({ ended }) => String(ended),
      },
    },
  }),
  route(getReviewRound, {
    action: 'review-round.list',
    why: 'review-round.list-all',
    summary: 'One review, how far it is, and how much of it waits for oneself',
    handle: async ({ services, actor, parameters: { id } }) => {
      authorizeOpenly(actor, 'review-round.list');
      const [row, waiting] = await Promise.all([
        readRound(services.db, sightOf(actor), id),
        countWaiting(services, actor, id),
      ]);
      const isOpen = row.closed_at === null;
      const mayClose = isOpen && may(actor, 'review-round.close', { organizationId: row.started_for });
      return { ...roundOf(row), waiting, mayClose };
    },
  }),
  ...listRoutes(listReviewLines, {
    action: 'review-round.list',
    why: 'review-round.list-all',
    summary: 'The lines of a review, what nobody used for longest first',
    pageSize: reviewLinePageSize,
    read: async ({ services, actor, parameters: { id }, query }, size) => {
      authorizeOpenly(actor, 'review-round.list');
      await readRound(services.db, sightOf(actor), id);
      return await readLines(services, actor, id, query, size);
    },
    rowsOf: ({ lines }) => lines,
    csv: { name: 'review.csv', columns: lineColumns },
  }),
];
