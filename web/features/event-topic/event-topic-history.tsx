import { useQuery } from '@tanstack/react-query';
import type { EventTopicChange } from '#domain/event-topic/schema.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { OwnHistory } from '../history/shared/own-history.tsx';
import { eventTopicHistoryOptions } from './queries.ts';

/** The texts of the events and of their fields, by their names in the events. */
const sentences = {
  added: 'event-topics.history-added',
  changed: 'event-topics.history-changed',
  'making-begun': 'event-topics.history-making-begun',
  saved: 'event-topics.history-saved',
  'save-failed': 'event-topics.history-save-failed',
  seen: 'event-topics.history-seen',
  missed: 'event-topics.history-missed',
  'removal-requested': 'event-topics.history-removal-requested',
  removed: 'event-topics.removed',
  'messages-read': 'event-topics.history-messages-read',
  'test-begun': 'event-topics.history-test-begun',
  'test-sent': 'event-topics.history-test-sent',
  'test-refused': 'event-topics.history-test-refused',
} as const satisfies Record<EventTopicChange['kind'], string>;
const fields = {
  name: 'event-topics.name',
  organizationAttr: 'event-topics.attributes',
  subscribed: 'event-topics.subscribed',
  partitions: 'event-topics.partitions',
  replication: 'event-topics.replication',
  config: 'event-topics.config',
} as const satisfies Record<EventTopicChange['changes'][number]['field'], string>;

/** The changes of a topic, newest first. */
export const EventTopicHistory = ({ id }: { id: number }) => {
  const t = useLazyTexts('event-topics');
  const history = useQuery(eventTopicHistoryOptions(id));
  return (
    <section className="mt-5 border-border border-t pt-4">
      <h3 className="mb-1 font-semibold text-sm">{t('event-topics.history')}</h3>
      <OwnHistory
        history={history}
        sentenceOf={(kind, about) => t(sentences[kind], { about })}
        labelOf={(field) => t(fields[field])}
      />
    </section>
  );
};
