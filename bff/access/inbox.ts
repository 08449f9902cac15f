import { sql } from 'kysely';
import { may } from '#domain/core/authorization.ts';
import { fullName } from '../sql/full-name.ts';
import { inboxColumns, inboxPart } from '../sql/inbox-part.ts';
import { productColumns } from './wire.ts';

/** Requests for access that wait for the reader. Nobody decides about what they asked for, alone or with others. */
export const accessInbox = inboxPart<{ reader: number }>({
  kind: 'access',
  days: ({ ACCESS_DUE_DAYS }) => ACCESS_DUE_DAYS,
  scopeOf: (actor) => (may(actor, 'access.decide') ? { reader: actor.userId } : undefined),
  select: ({ reader }) => sql`
    select ${inboxColumns('access', sql`asked.id`, {
      type: sql`case when asked.event_category_id is null then 'api' else 'event' end`,
      subject: productColumns.name,
      detail: productColumns.organizationName,
      asker: fullName('requester'),
      organization: sql`organizations.name`,
      reason: sql`asked.reason`,
      since: sql`asked.requested_at`,
    })}
    from access_requests asked
      left join apis on apis.id = asked.api_id
      left join event_categories on event_categories.id = asked.event_category_id
      join organizations on organizations.id = asked.organization_id
      left join users requester on requester.id = asked.requested_by
    where asked.status = 'NEW' and ${productColumns.exists} and asked.requested_by <> ${reader}
      and not exists (
        select from access_request_joins joined where joined.request_id = asked.id and joined.user_id = ${reader})`,
});
