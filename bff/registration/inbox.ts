import { type Expression, sql } from 'kysely';
import { may } from '#domain/core/authorization.ts';
import { fullName } from '../sql/full-name.ts';
import { inboxColumns, inboxPart } from '../sql/inbox-part.ts';
import { belongsTo } from './registrations.ts';

/** Requests for accounts that wait for the reader: all, or those of their organization's queue. */
export const registrationInbox = inboxPart<{ reader: number; queue?: number | undefined }>({
  kind: 'registration',
  days: ({ REGISTRATION_DUE_DAYS }) => REGISTRATION_DUE_DAYS,
  scopeOf: (actor) => {
    const { userId: reader, organizationId: queue } = actor;
    if (may(actor, 'registration.decide')) return { reader };
    return may(actor, 'registration.decide-own', { organizationId: queue }) ? { reader, queue } : undefined;
  },
  select: ({ queue }) => sql`
    select ${inboxColumns('registration', sql`registrations.id`, {
      subject: sql`registrations.email`,
      asker: fullName('registrations'),
      organization: sql`registrations.company`,
      reason: sql`registrations.comments`,
      since: sql`registrations.requested_at`,
    })}
    from registrations
    where registrations.status = 'NEW' and ${queue ? belongsTo(queue as Expression<number>) : sql`true`}`,
});
