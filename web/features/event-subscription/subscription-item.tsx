import { Eye, Gauge, History, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { EventSubscriptionRow } from '#domain/event-subscription/row.ts';
import { RowAction } from '../../components/table/row-action.tsx';
import { EnvironmentTag } from '../../components/text/environment-tag.tsx';
import { Ltr } from '../../components/text/ltr.tsx';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { StatusDot } from '../../components/text/status-dot.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useErrorText } from '../../i18n/error-text.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { OperationProgress } from '../operation/shared/operation-progress.tsx';
import { SubscriptionHistory } from './subscription-history.tsx';
import { SubscriptionLag } from './subscription-lag.tsx';

/** The actions in a subscription's row. */
export type SubscriptionAsked = 'view' | 'rotate' | 'end' | 'delete';

type Props = Readonly<{
  subscription: EventSubscriptionRow;
  isPending: boolean;
  onAsk: (what: SubscriptionAsked) => void;
}>;

const Actions = ({ subscription, isPending, onAsk }: Props) => {
  const t = useLazyTexts('event-subscriptions');
  const errorText = useErrorText();
  const { name, state, previous, may } = subscription;
  return (
    <>
      {may.reveal && (
        <RowAction
          icon={Eye}
          word={t('event-subscriptions.view-word')}
          label={t('event-subscriptions.view', { name })}
          isOff={isPending}
          onClick={() => onAsk('view')}
        />
      )}
      {may.change && (
        <>
          <RowAction
            icon={RefreshCw}
            word={t('event-subscriptions.rotate-word')}
            label={t('event-subscriptions.rotate', { name })}
            why={errorText({
              code: previous ? 'event-subscription.rotation-under-way' : 'event-subscription.not-active',
            })}
            isOff={state !== 'active' || previous !== null}
            onClick={() => onAsk('rotate')}
          />
          <RowAction
            icon={Trash2}
            word={t('common.delete')}
            label={t('event-subscriptions.delete', { name })}
            onClick={() => onAsk('delete')}
          />
        </>
      )}
    </>
  );
};

/** One subscription: whose it is, what it may do, its user, and an operation under way. */
export const SubscriptionItem = (props: Props) => {
  const t = useLazyTexts('event-subscriptions');
  const [showsHistory, setShowsHistory] = useState(false);
  const [showsLag, setShowsLag] = useState(false);
  const { subscription, onAsk } = props;
  const { id, name, state, group, previous, may } = subscription;
  const isFailed = state === 'failed' || state === 'change-failed';
  return (
    <li className="@container grid gap-2 py-3 first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-table">
        <bdi className="min-w-0 font-medium [overflow-wrap:anywhere]">{name}</bdi>
        {subscription.environment && <EnvironmentTag environment={subscription.environment} className="shrink-0" />}
        {group && <Badge>{t('event-subscriptions.reads')}</Badge>}
        {subscription.writes && <Badge>{t('event-subscriptions.writes')}</Badge>}
        {state !== 'active' && (
          <StatusDot tone={isFailed ? 'danger' : 'info'} pulse={!isFailed}>
            {t(`event-subscriptions.states.${state}`)}
          </StatusDot>
        )}
        {subscription.isSuspended && <StatusDot tone="warning">{t('event-subscriptions.suspended')}</StatusDot>}
      </p>
      <p className="flex flex-wrap gap-x-3 gap-y-1 text-muted text-xs">
        <bdi>{subscription.organizationName}</bdi>
        <Ltr className="break-all font-mono">{subscription.topicName}</Ltr>
        <span>
          {t('event-subscriptions.user')} <Ltr className="break-all font-mono">{subscription.kafkaUserId}</Ltr>
        </span>
      </p>
      {previous && (
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-card border border-border bg-background px-3 py-2 text-xs">
          <span>
            {t('event-subscriptions.old-login')} <Ltr className="break-all font-mono">{previous.kafkaUserId}</Ltr>
          </span>
          <span className="text-warning">
            {t('event-subscriptions.ends')} <RelativeTime at={previous.until} />
          </span>
          {group && (
            <span className="text-muted">
              {previous.seenAt ? (
                <>
                  {t('event-subscriptions.old-seen')} <RelativeTime at={previous.seenAt} />
                </>
              ) : (
                t(previous.lookedAt ? 'event-subscriptions.old-unseen' : 'event-subscriptions.old-unknown')
              )}
            </span>
          )}
          {may.change && (
            <Button
              size="small"
              className="ms-auto"
              aria-label={t('event-subscriptions.end-named', { name })}
              onClick={() => onAsk('end')}
            >
              {t('event-subscriptions.end-action')}
            </Button>
          )}
        </p>
      )}
      <div className="-ms-1.5 flex flex-wrap">
        <Actions {...props} />
        {group && may.reveal && (
          <RowAction
            icon={Gauge}
            word={t('event-subscriptions.lag')}
            label={t('event-subscriptions.lag-of', { name })}
            onClick={() => setShowsLag(!showsLag)}
          />
        )}
        {may.change && (
          <RowAction
            icon={History}
            word={t('event-subscriptions.history')}
            label={t('event-subscriptions.history-of', { name })}
            onClick={() => setShowsHistory(!showsHistory)}
          />
        )}
      </div>
      {state !== 'active' && <OperationProgress operationId={subscription.operationId} />}
      {showsLag && <SubscriptionLag id={id} />}
      {showsHistory && <SubscriptionHistory id={id} />}
    </li>
  );
};
