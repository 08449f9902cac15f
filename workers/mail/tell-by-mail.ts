import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { mailTimeOf, togetherKindOf } from '#domain/mail/choices.ts';
import { isNewKind } from '#domain/mail/mail.ts';
import { userDecider } from '#domain/user/decider.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { loadState } from '#eventstore/load.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import { requestMail } from './request-mail.ts';
import type { Wanted } from './wanted-mails.ts';

/**
 * Tells somebody about an event as they chose: by a mail of its own, in their next digest, or not at all. Doing it again changes
 * nothing.
 */
export const tellByMail = async (
  services: Pick<WorkerServices, 'store' | 'pool'>,
  wanted: Wanted,
  event: RecordedEvent<PorticoEvent>,
): Promise<void> => {
  const { kind, recipient } = wanted;
  // Whoever has no account yet has chosen nothing.
  const reader = recipient.noun === 'user' ? await loadState(services.store, userDecider, recipient.id) : undefined;
  const time = !reader || reader.status === 'none' ? 'at-once' : mailTimeOf(kind, reader.mails);
  const together = togetherKindOf(kind);
  if (time === 'at-once' && !together) await requestMail(services, wanted, event);
  else if (time !== 'never')
    await services.pool.query(
      `insert into ${isNewKind(kind) ? 'newer_digest_entries' : 'digest_entries'} (user_id, kind, stream, version, sent_as) values ($1, $2, $3, $4, $5) on conflict do nothing`,
      [recipient.id, kind, event.stream, event.version, time === 'at-once' ? together : 'digest'],
    );
};
