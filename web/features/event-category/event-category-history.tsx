import { useQuery } from '@tanstack/react-query';
import type { EventCategoryChange } from '#domain/event-category/schema.ts';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { OwnHistory } from '../history/shared/own-history.tsx';
import { eventCategoryHistoryOptions } from './queries.ts';

/** The texts of the events and of their fields, by their names in the events. */
const sentences = {
  added: 'event-categories.history-added',
  changed: 'event-categories.history-changed',
  removed: 'event-categories.removed',
  'access-requested': 'event-categories.history-access-requested',
  'access-denied': 'event-categories.history-access-denied',
  'access-granted': 'event-categories.history-access-granted',
  'access-end-changed': 'event-categories.history-access-end-changed',
  'access-ending': 'event-categories.history-access-ending',
  'access-revoked': 'event-categories.history-access-revoked',
} as const satisfies Record<EventCategoryChange['kind'], string>;
const ended = 'event-categories.history-access-ended';
const fields = {
  name: 'event-categories.name',
  description: 'event-categories.description',
  type: 'event-categories.type',
  events: 'event-categories.events',
  changed: 'event-categories.changed-events',
  lastDay: 'event-categories.last-day',
} as const satisfies Record<EventCategoryChange['changes'][number]['field'], string>;

/** The changes of an event category, newest first. */
export const EventCategoryHistory = ({ id }: { id: number }) => {
  const t = useLazyTexts('event-categories');
  const format = useFormat();
  const history = useQuery(eventCategoryHistoryOptions(id));
  return (
    <section className="border-border border-t pt-4">
      <h3 className="mb-1 font-semibold text-sm">{t('event-categories.history')}</h3>
      <OwnHistory
        history={history}
        // Nobody revoked what ended by itself, on its last day.
        sentenceOf={(kind, about, changes) =>
          t(kind === 'access-revoked' && changes.length > 0 ? ended : sentences[kind], { about })
        }
        labelOf={(field) => t(fields[field])}
        textOf={(field, value) => (field === 'lastDay' && value !== '' ? format.day(value) : value)}
      />
    </section>
  );
};
