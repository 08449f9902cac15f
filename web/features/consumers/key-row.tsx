import { Eye, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ConsumerRow } from '#domain/consumer/schema.ts';
import { EnvironmentTag } from '#web/components/environment-tag.tsx';
import { Ltr } from '#web/components/ltr.tsx';
import { OperationProgress } from '#web/components/operation-progress.tsx';
import { RelativeTime } from '#web/components/relative-time.tsx';
import { StatusDot } from '#web/components/status-dot.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Tooltip } from '#web/components/ui/tooltip.tsx';
import { useKeyName } from './key-name.ts';

type Props = Readonly<{
  consumer: ConsumerRow;
  isPending: boolean;
  onView: () => void;
  onDelete: () => void;
}>;

const Masked = ({ label, last4 }: { label: string; last4: string }) => {
  const { t } = useTranslation();
  return (
    <Ltr className="font-mono">
      <span className="sr-only">{`${label}: ${t('common.secret-masked', { last4 })}`}</span>
      <span aria-hidden>{`••••${last4}`}</span>
    </Ltr>
  );
};

/** One key: what it is called, where it works, its last four; what runs for it opens below. */
export const KeyRow = ({ consumer, isPending, onView, onDelete }: Props) => {
  const { t } = useTranslation();
  const name = useKeyName()(consumer);
  const { state, apiKeyLast4, clientSecretLast4, may } = consumer;
  const secrets = [
    ...(apiKeyLast4 ? [{ label: t('consumers.api-key'), last4: apiKeyLast4 }] : []),
    ...(clientSecretLast4 ? [{ label: t('consumers.client-secret'), last4: clientSecretLast4 }] : []),
  ];
  return (
    <li className="px-4 py-2.5">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <p className="flex items-center gap-2 text-table">
            <bdi className="min-w-0 truncate font-medium">{name}</bdi>
            <EnvironmentTag environment={consumer.env} className="shrink-0" />
            {state !== 'active' && (
              <span className="shrink-0">
                <StatusDot tone={state === 'failed' ? 'danger' : 'info'} pulse={state !== 'failed'}>
                  {t(`consumers.states.${state}`)}
                </StatusDot>
              </span>
            )}
          </p>
          <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-muted text-xs">
            {secrets.map((secret) => (
              <Masked key={secret.label} {...secret} />
            ))}
            <span>
              {t('consumers.created')} <RelativeTime at={consumer.createdAt} />
            </span>
          </p>
        </div>
        {may.reveal && (
          <Tooltip text={t('consumers.view', { name })}>
            <Button
              variant="quiet"
              size="icon-small"
              aria-label={t('consumers.view', { name })}
              // Not disabled, which would lose the focus that the dialog gives back.
              aria-disabled={isPending}
              onClick={() => isPending || onView()}
            >
              <Eye />
            </Button>
          </Tooltip>
        )}
        {may.remove && (
          <Tooltip text={t('consumers.delete', { name })}>
            <Button variant="quiet" size="icon-small" aria-label={t('consumers.delete', { name })} onClick={onDelete}>
              <Trash2 />
            </Button>
          </Tooltip>
        )}
      </div>
      {state !== 'active' && (
        <div className="mt-3">
          <OperationProgress operationId={consumer.operationId} />
          {state === 'failed' && may.remove && <p className="mt-2 text-table">{t('consumers.failed-next')}</p>}
        </div>
      )}
    </li>
  );
};
