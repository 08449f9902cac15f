import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConsumerRow } from '#domain/consumer/schema.ts';
import { EnvironmentTag } from '../../components/text/environment-tag.tsx';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { StatusDot } from '../../components/text/status-dot.tsx';
import { WithSecond } from '../../components/text/told-apart.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { useFormat } from '../../i18n/format.ts';
import { OperationProgress } from '../operation/shared/operation-progress.tsx';
import { KeyActions, type KeyAsked } from './key-actions.tsx';
import { KeyLastDay } from './key-last-day.tsx';
import { KeyRotation } from './key-rotation.tsx';
import { useKeyName } from './shared/key-name.ts';
import { KeySecrets } from './shared/key-secrets.tsx';

/** Loaded for a deployment that moves to another gateway. */
const CopiedKey = lazy(() => import('./copied-key.tsx').then((module) => ({ default: module.CopiedKey })));

type Props = Readonly<{
  consumer: ConsumerRow;
  /** What tells it from another key of the same name. */
  second: string | undefined;
  isPending: boolean;
  onAsk: (what: KeyAsked) => void;
}>;

/** The key's limit, with whose it is, and its own changes of calls. */
const Settings = ({ consumer: { limit, requestTransformer } }: Pick<Props, 'consumer'>) => {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      {limit && (
        <span>
          {t(`consumers.limited.${limit.window}`, { calls: format.number(limit.calls) })}
          {', '}
          {limit.together && limit.of !== 'key'
            ? t(`consumers.limit-of.${limit.of}-together`)
            : t(`consumers.limit-of.${limit.of}`)}
        </span>
      )}
      {requestTransformer && <Badge>{t('consumers.transformed')}</Badge>}
    </>
  );
};

/** One key: name, environment, last four characters and last use. A running operation opens below. */
export const KeyRow = ({ consumer, second, isPending, onAsk }: Props) => {
  const { t } = useTranslation();
  const name = useKeyName()(consumer);
  const { state, previous, may } = consumer;
  const isFailed = state === 'failed' || state === 'change-failed';
  return (
    <li className="px-4 py-2.5">
      <div className="flex @md:block items-start gap-2">
        <div className="min-w-0 flex-1">
          <p className="flex items-center gap-2 text-table">
            <WithSecond second={second}>
              <bdi className="min-w-0 truncate font-medium">{name}</bdi>
            </WithSecond>
            <EnvironmentTag environment={consumer.env} className="shrink-0" />
            {state !== 'active' && (
              <span className="shrink-0">
                <StatusDot tone={isFailed ? 'danger' : 'info'} pulse={!isFailed}>
                  {t(`consumers.states.${state}`)}
                </StatusDot>
              </span>
            )}
          </p>
          <p className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-xs">
            {!previous && <KeySecrets credentials={consumer} />}
            <span>
              {t('consumers.created')} <RelativeTime at={consumer.createdAt} />
            </span>
            <KeyLastDay consumer={consumer} />
            <Settings consumer={consumer} />
            {consumer.follows && (
              <Suspense>
                <CopiedKey />
              </Suspense>
            )}
          </p>
        </div>
        <KeyActions consumer={consumer} isPending={isPending} onAsk={onAsk} />
      </div>
      {previous && <KeyRotation consumer={consumer} previous={previous} onEnd={() => onAsk('end')} />}
      {state !== 'active' && (
        <div className="mt-3">
          <OperationProgress operationId={consumer.operationId} />
          {state === 'failed' && may.remove && <p className="mt-2 text-table">{t('consumers.failed-next')}</p>}
          {state === 'change-failed' && <p className="mt-2 text-table">{t('consumers.change-failed-next')}</p>}
        </div>
      )}
    </li>
  );
};
