import { sql } from 'kysely';
import { inboxColumns, inboxPart } from '../sql/inbox-part.ts';
import { deciderOf, waitsFor } from './lines.ts';

/** Open reviews with lines that wait for the reader: one for each review, due on the day that its auditor chose. */
export const reviewInbox = inboxPart<{ reader: number; company: number | undefined }>({
  kind: 'review',
  scopeOf: (actor) => {
    const own = deciderOf(actor);
    return own && { reader: own.decider, company: own.company };
  },
  select: ({ reader, company }) => sql`
    select ${inboxColumns('review', sql`round.id`, {
      subject: sql`round.id::text`,
      detail: sql`waiting.lines::text`,
      organization: sql`organizations.name`,
      since: sql`round.started_at`,
    })}, round.due_at as due
    from review_rounds round
      left join organizations on organizations.id = round.organization_id
      cross join lateral (
        select count(*) as lines from review_lines
        where review_lines.review_round_id = round.id and ${waitsFor(reader, company)}) as waiting
    where round.closed_at is null and waiting.lines > 0`,
});
