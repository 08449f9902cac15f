import { sql } from 'kysely';
import { may } from '#domain/core/authorization.ts';
import { inboxColumns, inboxPart } from '../sql/inbox-part.ts';
import type { Given } from '../sql/statement.ts';
import { type DifferenceFilters, differences } from './rows.ts';

/** What somebody changed by hand and nobody has answered: at gateways, at Kafka, or at both. */
export const driftInbox = inboxPart<{ reader: number; isKafka?: boolean | undefined }>({
  kind: 'drift',
  days: ({ DRIFT_DUE_DAYS }) => DRIFT_DUE_DAYS,
  scopeOf: (actor) => {
    const reader = actor.userId;
    const [isAtGateways, isAtKafka] = [may(actor, 'difference.answer'), may(actor, 'kafka-difference.answer')];
    if (isAtGateways && isAtKafka) return { reader };
    return isAtGateways || isAtKafka ? { reader, isKafka: isAtKafka } : undefined;
  },
  select: ({ isKafka }, db) => sql`
    select ${inboxColumns('drift', sql`found.id`, {
      type: sql`found.noun`,
      subject: sql`concat_ws(' ', nullif(found.label, ''), found.name)`,
      detail: sql`concat_ws(' · ', nullif(found.subject_name, ''), found.resource_name)`,
      organization: sql`found.organization_name`,
      seen: sql`found.digest`,
      since: sql`found.waits_since`,
    })}
    from (${differences(db, { isKafka } as Given<DifferenceFilters>)}) as found
    where found.state = 'open'`,
});
