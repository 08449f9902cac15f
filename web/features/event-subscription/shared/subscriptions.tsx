import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { mostSubscriptions } from '#domain/event-subscription/limits.ts';
import type { RevealedSubscription } from '#domain/event-subscription/schema.ts';
import { isPortalAdmin } from '../../../api/roles.ts';
import { useUser } from '../../../api/session.tsx';
import { useCommand } from '../../../api/use-command.ts';
import { QueryView } from '../../../components/layout/query-view.tsx';
import { SearchField } from '../../../components/table/search-field.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../../i18n/lazy-texts.ts';
import { revealCommand, type SubscriptionPlace, subscriptionsOptions } from '../queries.ts';
import { type SubscriptionAsked, SubscriptionItem } from '../subscription-item.tsx';

// The dialogs are loaded when somebody opens one.
const AddSubscription = lazy(() =>
  import('../add-subscription.tsx').then((module) => ({ default: module.AddSubscription })),
);
const RotateSubscription = lazy(() =>
  import('../rotate-subscription.tsx').then((module) => ({ default: module.RotateSubscription })),
);
const RemoveSubscription = lazy(() =>
  import('../end-subscription.tsx').then((module) => ({ default: module.RemoveSubscription })),
);
const EndOldLogin = lazy(() => import('../end-subscription.tsx').then((module) => ({ default: module.EndOldLogin })));
const CredentialsDialog = lazy(() =>
  import('../credentials-dialog.tsx').then((module) => ({ default: module.CredentialsDialog })),
);

/** More of them than this can be searched. */
const fewSubscriptions = 10;

type Shown = Readonly<{ id: number; revealed: RevealedSubscription; open: boolean }>;

/** The subscriptions of a topic or a category: all to portal administrators, to others those of their organization. */
export const Subscriptions = (place: SubscriptionPlace) => {
  const t = useLazyTexts('event-subscriptions');
  const id = useId();
  const mayAdd = isPortalAdmin(useUser());
  const [search, setSearch] = useState('');
  const subscriptions = useQuery(subscriptionsOptions(place, search));
  const reveal = useCommand(revealCommand);
  const [isAdding, setIsAdding] = useState<boolean>();
  const [asked, setAsked] = useState<{ id: number; what: SubscriptionAsked; open: boolean }>();
  const [shown, setShown] = useState<Shown>();
  const all = subscriptions.data ?? [];
  const most = mostSubscriptions[place.topicId === undefined ? 'category' : 'topic'];
  const about = all.find((each) => each.id === asked?.id);
  const viewed = all.find((each) => each.id === shown?.id);

  const show = async (subscriptionId: number) => {
    const revealed = await reveal.run({ parameters: { id: subscriptionId } });
    if (revealed) setShown({ id: subscriptionId, revealed, open: true });
  };
  const ask = (subscriptionId: number, what: SubscriptionAsked) => {
    if (what === 'view') void show(subscriptionId);
    else setAsked({ id: subscriptionId, what, open: true });
  };
  const dialog = {
    open: asked?.open ?? false,
    onOpenChange: (open: boolean) => setAsked((before) => before && { ...before, open }),
  };
  return (
    <section aria-labelledby={id} className="rounded-card border border-border bg-surface p-3.5">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h3 id={id} className="font-semibold text-sm">
          {t('event-subscriptions.title')}
        </h3>
        {mayAdd && (
          <Button size="small" onClick={() => setIsAdding(true)}>
            <Plus />
            {t('event-subscriptions.add')}
          </Button>
        )}
      </div>
      {(search !== '' || all.length > fewSubscriptions) && (
        <SearchField label={t('event-subscriptions.search')} value={search} onChange={setSearch} className="mb-3" />
      )}
      <QueryView
        query={subscriptions}
        skeleton={<Skeleton className="late h-16 w-full" />}
        errorTitle={t('event-subscriptions.load-failed')}
      >
        {(found) =>
          found.length === 0 ? (
            <p className="text-pretty text-muted text-table">
              {t(search === '' ? 'event-subscriptions.empty' : 'event-subscriptions.none-found')}
            </p>
          ) : (
            <>
              <ul className="divide-y divide-border">
                {found.map((each) => (
                  <SubscriptionItem
                    key={each.id}
                    subscription={each}
                    isPending={reveal.state === 'sending'}
                    onAsk={(what) => ask(each.id, what)}
                  />
                ))}
              </ul>
              {found.length === most && (
                <p className="mt-3 text-pretty text-muted text-table">
                  {t('event-subscriptions.first', { size: most })}
                </p>
              )}
            </>
          )
        }
      </QueryView>
      <Suspense fallback={null}>
        {isAdding !== undefined && (
          <AddSubscription
            place={place}
            open={isAdding}
            onOpenChange={setIsAdding}
            onAdded={(added) => {
              setIsAdding(false);
              void show(added);
            }}
          />
        )}
        {about && asked?.what === 'rotate' && (
          <RotateSubscription
            subscription={about}
            {...dialog}
            onRotated={() => {
              dialog.onOpenChange(false);
              void show(about.id);
            }}
          />
        )}
        {about && asked?.what === 'delete' && <RemoveSubscription subscription={about} {...dialog} />}
        {about && asked?.what === 'end' && <EndOldLogin subscription={about} {...dialog} />}
        {shown && viewed && (
          <CredentialsDialog
            open={shown.open}
            onClose={() => setShown({ ...shown, open: false })}
            subscription={viewed}
            revealed={shown.revealed}
          />
        )}
      </Suspense>
    </section>
  );
};
