import { sql } from 'kysely';
import { may, mayAnything } from '#domain/core/authorization.ts';
import { isFirstForMaintainers } from '#projections/deciding-maintainers.ts';
import { fullName } from '../sql/full-name.ts';
import { inboxColumns, inboxPart } from '../sql/inbox-part.ts';
import { productColumns } from './wire.ts';

/**
 * Requests for access that wait for the reader. Nobody decides about what they asked for, alone or with others. Where maintainers decide
 * first, a request comes to the portal's administrators when its days are over.
 */
export const accessInbox = inboxPart<{ reader: number; apps: number[]; isAdmin: true | undefined }>({
  kind: 'access',
  days: ({ ACCESS_DUE_DAYS }) => ACCESS_DUE_DAYS,
  scopeOf: (actor) => {
    if (!mayAnything(actor, 'access.decide')) return undefined;
    const isAdmin = may(actor, 'access.decide') || undefined;
    return { reader: actor.userId, apps: [...(actor.decidingApps ?? [])], isAdmin };
  },
  select: ({ reader, apps, isAdmin, days, now }) => sql`
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
        select from access_request_joins joined where joined.request_id = asked.id and joined.user_id = ${reader})
      and (apis.application_id = any(${apps}::integer[])${
        isAdmin
          ? sql` or not ${sql.raw(isFirstForMaintainers)} or asked.requested_at + ${days} * interval '24 hours' < ${now}`
          : sql``
      })`,
});
