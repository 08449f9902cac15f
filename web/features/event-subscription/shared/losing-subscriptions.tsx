import { useQuery } from '@tanstack/react-query';
import { useLazyTexts } from '../../../i18n/lazy-texts.ts';
import { type SubscriptionPlace, subscriptionsOptions } from '../queries.ts';

/** Who loses what when a topic is deleted: its subscriptions with their organizations. Nothing without any. */
export const LosingSubscriptions = (place: SubscriptionPlace) => {
  const t = useLazyTexts('event-subscriptions');
  const subscriptions = useQuery(subscriptionsOptions(place)).data ?? [];
  if (subscriptions.length === 0) return null;
  return (
    <div className="mt-2">
      <p>{t('event-subscriptions.end-with-topic')}</p>
      <ul className="list-disc ps-5">
        {subscriptions.map(({ id, name, organizationName }) => (
          <li key={id} className="[overflow-wrap:anywhere]">
            <bdi>{name}</bdi> (<bdi>{organizationName}</bdi>)
          </li>
        ))}
      </ul>
    </div>
  );
};
