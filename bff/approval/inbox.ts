import { sql } from 'kysely';
import { hasRole } from '#domain/core/actor.ts';
import { mayAnything } from '#domain/core/authorization.ts';
import { fullName } from '../sql/full-name.ts';
import { inboxColumns, inboxPart } from '../sql/inbox-part.ts';

/** Changes that wait for the reader as the second person: those of others, of maintainers only about their applications. */
export const approvalInbox = inboxPart<{ reader: number; apps: number[] | undefined }>({
  kind: 'approval',
  days: ({ APPROVAL_DUE_DAYS }) => APPROVAL_DUE_DAYS,
  scopeOf: (actor) => {
    if (!mayAnything(actor, 'approval.decide')) return undefined;
    const isLimited = !hasRole(actor, 'ROLE_PORTAL_ADMIN');
    return { reader: actor.userId, apps: isLimited ? [...actor.ownerApps] : undefined };
  },
  select: ({ reader, apps }) => sql`
    select ${inboxColumns('approval', sql`asked.id`, {
      type: sql`asked.kind`,
      subject: sql`coalesce(apis.name, asked.environment,
        case when asked.registration_id is null then ${fullName('subject')} else ${fullName('denied')} end)`,
      detail: sql`case when asked.kind = 'deployment' then asked.environment || ' · /' || asked.context_path ||
        case asked.environment when 'PROD' then '' else '-' || lower(asked.environment) end end`,
      asker: fullName('requester'),
      organization: sql`organizations.name`,
      since: sql`asked.requested_at`,
    })}
    from approvals asked
      left join apis on apis.id = asked.api_id
      left join organizations on organizations.id = apis.organization_id
      left join users requester on requester.id = asked.requested_by
      left join users subject on subject.id = asked.user_id
      left join registrations denied on denied.id = asked.registration_id
    where asked.state = 'waiting' and asked.requested_by <> ${reader} and asked.user_id is distinct from ${reader}
      and ${apps ? sql`apis.application_id = any(${apps}::integer[])` : sql`true`}`,
});
