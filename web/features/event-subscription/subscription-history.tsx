import { useQuery } from '@tanstack/react-query';
import type { EventSubscriptionChange } from '#domain/event-subscription/schema.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { OwnHistory } from '../history/shared/own-history.tsx';
import { subscriptionHistoryOptions } from './queries.ts';

/** The texts of the events, by their names in the history. */
const sentences = {
  added: 'event-subscriptions.history-added',
  claimed: 'event-subscriptions.history-claimed',
  rotated: 'event-subscriptions.history-rotated',
  ended: 'event-subscriptions.history-ended',
  switched: 'event-subscriptions.history-switched',
  applied: 'event-subscriptions.history-applied',
  failed: 'event-subscriptions.history-failed',
  removal: 'event-subscriptions.history-removal',
  removed: 'event-subscriptions.history-removed',
  revealed: 'event-subscriptions.history-revealed',
} as const satisfies Record<EventSubscriptionChange['kind'], string>;

/** Who did what with a subscription and who saw its password, newest first. */
export const SubscriptionHistory = ({ id }: { id: number }) => {
  const t = useLazyTexts('event-subscriptions');
  const history = useQuery(subscriptionHistoryOptions(id));
  return (
    <OwnHistory
      history={history}
      sentenceOf={(kind) => t(sentences[kind])}
      labelOf={() => t('event-subscriptions.user')}
    />
  );
};
