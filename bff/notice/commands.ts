import { sql } from 'kysely';
import { readNotices } from '#domain/notice/calls.ts';
import { authorize, route } from '../http/route.ts';
import { givenOf } from '../sql/statement.ts';
import { noticesOf, readerOf } from './queries.ts';

export const noticeCommands = [
  route(readNotices, {
    limit: 'settings',
    action: 'notice.read',
    summary: 'These notices have been read, or all that there are; those of others are left alone',
    handle: async ({ services: { db, now }, actor, body: { ids } }) => {
      authorize(actor, 'notice.read', { userId: actor.userId });
      await db
        .insertInto('notice_reads')
        .columns(['user_id', 'notice_id', 'read_at'])
        .expression(
          noticesOf(db, givenOf(readerOf(actor, now())))
            .where('notice_reads.read_at', 'is', null)
            .$if(ids !== undefined, (list) => list.where('notices.id', 'in', ids as string[]))
            .select(['notices.user_id', 'notices.id', sql<Date>`now()`.as('read_at')]),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return {};
    },
  }),
];
