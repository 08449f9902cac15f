import { eventMeta } from './event-meta.ts';
import type { Received } from './route.ts';

/** Milliseconds: a list that is open asks again and again. */
const hour = 3_600_000;

/** Records that somebody sees another person's data (requirement F2). */
export const recordPersonViewed = async (
  request: Pick<Received, 'c' | 'services' | 'caller' | 'actor' | 'action'>,
  person: Readonly<{ userId: number; organizationId: number }>,
): Promise<void> => {
  if (person.userId === request.actor.userId) return;
  await request.services.traces.count({
    event: { type: 'PersonViewed', data: { ...person, count: 1 } },
    meta: eventMeta(request, ''),
  });
};

/** Records that somebody reads the audit, once an hour. */
export const recordAuditRead = async (
  request: Pick<Received, 'c' | 'services' | 'caller' | 'actor' | 'action'>,
): Promise<void> => {
  const { organizationId } = request.actor;
  await request.services.traces.count({
    event: { type: 'AuditRead', data: { organizationId, count: 1 } },
    meta: eventMeta(request, ''),
    window: hour,
  });
};
