import {
  Ban,
  CircleCheck,
  CircleX,
  Clock,
  CornerUpRight,
  Loader,
  type LucideIcon,
  Unplug,
  UserCog,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { OperationRow } from '#domain/operation/schema.ts';
import { cn } from '../../components/ui/cn.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import type { TextKey } from '../../i18n/text-key.ts';

type Tone = 'info' | 'warning' | 'danger' | 'success' | 'neutral';

const looks: Record<Tone, string> = {
  info: 'bg-info/8 [&_svg]:text-info',
  warning: 'bg-warning/10 [&_svg]:text-warning',
  danger: 'bg-danger/8 [&_svg]:text-danger',
  success: 'bg-success/8 [&_svg]:text-success',
  neutral: 'bg-hover [&_svg]:text-muted',
};

const Notice = ({
  tone,
  icon: Icon,
  title,
  children,
}: {
  tone: Tone;
  icon: LucideIcon;
  title: string;
  children: ReactNode;
}) => (
  <div role="status" className={cn('flex gap-3 rounded-card px-3.5 py-3 text-table', looks[tone])}>
    <Icon className="mt-px size-4.5 shrink-0" />
    <div className="grid min-w-0 gap-1">
      <p className="font-semibold">{title}</p>
      {children}
    </div>
  </div>
);

/** The deploy form's fields that a gateway can refuse, with their labels. */
const fieldLabels: Readonly<Record<string, TextKey>> = {
  name: 'deployments.name',
  contextPath: 'deployments.context-path',
  upstreamUrl: 'deployments.target',
  'rateLimit.ratePerMinute': 'deployments.rate-per-minute',
  'oAuth2Config.tokenExpiration': 'deployments.token-expiration',
  'ipRestriction.ips': 'deployments.addresses',
};

const transformerLabel = (field = ''): TextKey | undefined => {
  if (field.startsWith('requestTransformer')) return 'transformers.request-title';
  return field.startsWith('responseTransformer') ? 'transformers.response-title' : undefined;
};

/** Explains the state of an operation: why it waits or failed, whether it continues by itself, and what to do now. */
export const OperationOutcome = ({ operation }: { operation: OperationRow }) => {
  const t = useLazyTexts('operations');
  const errorText = useErrorText();
  const format = useFormat();
  const { state, kind, failureClass, problems, attempt, subject, environment, may, waitsFor, overdue } = operation;
  const when = operation.nextAttemptAt ? format.dueTime(operation.nextAttemptAt) : '';
  const reasons = problems.map((problem) => {
    const label = fieldLabels[problem.field ?? ''] ?? transformerLabel(problem.field);
    return (
      <p key={`${problem.code}-${problem.field ?? ''}`}>
        {label && <span className="font-medium">{t('operations.outcome.field', { field: t(label) })} </span>}
        {errorText(problem)}
      </p>
    );
  });

  const lateText = kind === 'put-back' ? 'operations.overdue-protection' : 'operations.overdue-text';
  const late = overdue && <p className="font-medium">{t(lateText)}</p>;

  switch (state) {
    case 'requested':
      return (
        <Notice tone="info" icon={Clock} title={t('operations.outcome.requested-title')}>
          <p>{t('operations.outcome.requested-text')}</p>
        </Notice>
      );
    case 'started':
      return (
        <Notice tone="info" icon={Loader} title={t('operations.outcome.started-title')}>
          <p>{t('operations.outcome.started-text')}</p>
        </Notice>
      );
    case 'waiting':
      if (waitsFor) {
        const { gateway, since } = waitsFor;
        return (
          <Notice
            tone="warning"
            icon={Unplug}
            title={
              gateway === null
                ? t('operations.outcome.gateway-title')
                : t('operations.outcome.gateway-title-named', { gateway })
            }
          >
            {reasons}
            <p>{t('operations.outcome.gateway-text', { when: format.dateTime(since) })}</p>
            {late}
          </Notice>
        );
      }
      return failureClass === 'paused' ? (
        <Notice tone="warning" icon={UserCog} title={t('operations.outcome.paused-title')}>
          {reasons}
          <p>{t('operations.outcome.paused-text', { when })}</p>
          {late}
        </Notice>
      ) : (
        <Notice tone="warning" icon={Clock} title={t('operations.outcome.waiting-title')}>
          {reasons}
          <p>{t('operations.outcome.waiting-text', { when })}</p>
          {late}
        </Notice>
      );
    case 'failed':
      return failureClass === 'exhausted' ? (
        <Notice tone="danger" icon={CircleX} title={t('operations.outcome.exhausted-title')}>
          {reasons}
          <p>
            {may.replay
              ? t('operations.outcome.exhausted-text', { number: attempt })
              : t('operations.outcome.failed-other')}
          </p>
        </Notice>
      ) : (
        <Notice tone="danger" icon={CircleX} title={t('operations.outcome.permanent-title')}>
          {reasons}
          <p>{may.replay ? t('operations.outcome.permanent-text') : t('operations.outcome.failed-other')}</p>
        </Notice>
      );
    case 'cancelling':
      return (
        <Notice tone="info" icon={Loader} title={t('operations.outcome.cancelling-title')}>
          <p>{t('operations.outcome.requested-text')}</p>
        </Notice>
      );
    case 'cancelled':
      return (
        <Notice
          tone="neutral"
          icon={Ban}
          title={t('operations.outcome.cancelled-title', { who: operation.cancelled?.by || t('common.product') })}
        >
          {operation.cancelled && <bdi className="[overflow-wrap:anywhere]">{operation.cancelled.reason}</bdi>}
          <p>{t('operations.outcome.cancelled-text')}</p>
        </Notice>
      );
    case 'superseded':
      return (
        <Notice tone="neutral" icon={CornerUpRight} title={t('operations.outcome.superseded-title')}>
          <p>{t('operations.outcome.superseded-text')}</p>
        </Notice>
      );
    default:
      return (
        <Notice tone="success" icon={CircleCheck} title={t('operations.outcome.completed-title')}>
          <p>{t(`operations.outcome.completed-${kind}`, { environment, subject })}</p>
        </Notice>
      );
  }
};
