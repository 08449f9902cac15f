import { useQuery } from '@tanstack/react-query';
import { readSubscriptionLag } from '#domain/topic-message/calls.ts';
import { get } from '../../api/client.ts';
import { QueryView } from '../../components/layout/query-view.tsx';
import { Ltr } from '../../components/text/ltr.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

/** How far the groups of readers of a subscription are behind now. It is asked of Kafka each time that it is opened. */
export const SubscriptionLag = ({ id }: { id: number }) => {
  const t = useLazyTexts('event-subscriptions');
  const format = useFormat();
  const lag = useQuery({
    queryKey: ['event-subscriptions', 'lag', id],
    queryFn: ({ signal }) => get(readSubscriptionLag, { parameters: { id } }, signal),
    retry: false,
    gcTime: 0,
  });
  return (
    <section aria-label={t('event-subscriptions.lag')} className="text-xs">
      <QueryView query={lag} skeleton={<Skeleton className="late h-8 w-full" />}>
        {({ groups, leftOut }) =>
          groups.length === 0 ? (
            <p className="text-muted">{t('event-subscriptions.lag-none')}</p>
          ) : (
            <ul className="grid gap-1">
              {groups.map(({ name, members, messages, unread }) => (
                <li key={name} className="grid gap-0.5">
                  <Ltr className="break-all font-mono">{name}</Ltr>
                  <span className="text-muted">
                    {format.list([
                      t('event-subscriptions.lag-behind', { number: format.number(messages) }),
                      ...(unread > 0 ? [t('event-subscriptions.lag-unread', { number: format.number(unread) })] : []),
                      t('event-subscriptions.lag-members', { number: format.number(members) }),
                    ])}
                  </span>
                </li>
              ))}
              {leftOut > 0 && (
                <li className="text-muted">
                  {t('event-subscriptions.lag-left-out', { number: format.number(leftOut) })}
                </li>
              )}
            </ul>
          )
        }
      </QueryView>
    </section>
  );
};
