import { sql } from 'kysely';
import { may } from '#domain/core/authorization.ts';
import { fullName } from '../../sql/full-name.ts';
import { inboxColumns, inboxPart } from '../../sql/inbox-part.ts';

/** Requests to delete an organization that wait for the reader: those of others. */
export const deletionInbox = inboxPart<{ reader: number }>({
  kind: 'deletion',
  days: ({ DELETION_DUE_DAYS }) => DELETION_DUE_DAYS,
  scopeOf: (actor) => (may(actor, 'organization.decide-deletion') ? { reader: actor.userId } : undefined),
  select: ({ reader }) => sql`
    select ${inboxColumns('deletion', sql`deletion.id`, {
      subject: sql`deletion.organization_name`,
      asker: fullName('requester'),
      since: sql`deletion.requested_at`,
    })}
    from organization_deletions deletion left join users requester on requester.id = deletion.requested_by
    where deletion.action is null and deletion.requested_by <> ${reader}`,
});
