import { endOfDay } from '#domain/core/last-day.ts';
import { invalidField } from './invalid.ts';

/**
 * Returns the time at which something ends by itself.
 *
 * @param endsOn its last day, or null for no end.
 * @throws RefusedError for a day that is over.
 */
export const endToCome = (endsOn: string | null, now: Date): string | null => {
  if (endsOn === null) return null;
  const endsAt = endOfDay(endsOn);
  if (Date.parse(endsAt) <= now.getTime()) throw invalidField('endsOn', 'access.end-past');
  return endsAt;
};
