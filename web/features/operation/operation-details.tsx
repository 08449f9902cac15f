import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OperationRow } from '#domain/operation/schema.ts';
import { isSupport } from '../../api/roles.ts';
import { operationQuery } from '../../api/running-operations.ts';
import { useUser } from '../../api/session.tsx';
import { DescriptionList } from '../../components/layout/description-list.tsx';
import { DockPanel } from '../../components/layout/dock-panel.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { CopyButton } from '../../components/text/copy-button.tsx';
import { EnvironmentTag } from '../../components/text/environment-tag.tsx';
import { Ltr } from '../../components/text/ltr.tsx';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { GatewayChanges } from '../deployment/shared/gateway-changes.tsx';
import { AnswerAction, AnswerLinks } from './answer.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { HandOver } from './hand-over-dialog.tsx';
import { Holder } from './holder.tsx';
import { OperationOutcome } from './operation-outcome.tsx';
import { OperationTitle } from './operation-title.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import { OperationStateDot } from './shared/operation-state-dot.tsx';
import { OperationStepper } from './shared/operation-stepper.tsx';
import { SameCause, Timeline } from './timeline.tsx';

const Facts = ({ operation, isDesk }: { operation: OperationRow; isDesk: boolean }) => {
  const t = useLazyTexts('desk');
  const dock = useDock();
  const { id, apiId, apiName, environment, requestedBy, requestedAt, updatedAt, attempt, may } = operation;
  return (
    <DescriptionList
      entries={[
        [
          t('operations.state-label'),
          <OperationStateDot key="state" state={operation.state} overdue={operation.overdue} />,
        ],
        ...(apiId === null
          ? []
          : [
              [
                t('operations.api'),
                <Button key="api" variant="link" className="text-table" onClick={() => dock.push('api', apiId)}>
                  <bdi>{apiName}</bdi>
                </Button>,
              ] as const,
            ]),
        ...(environment
          ? [[t('operations.environment'), <EnvironmentTag key="env" environment={environment} />] as const]
          : []),
        [t('operations.requester'), <bdi key="who">{requestedBy.name || t('common.product')}</bdi>],
        [t('operations.requested'), <RelativeTime key="requested" at={requestedAt} />],
        [t('operations.changed'), <RelativeTime key="changed" at={updatedAt} />],
        [t('operations.attempts'), attempt],
        ...(isDesk && may.cancel
          ? [
              [
                t('desk.has-it'),
                <Holder key="holder" holder={operation.holder} what={{ operationIds: [id], causes: [] }} />,
              ] as const,
            ]
          : []),
        [
          t('operations.id'),
          <span key="id" className="grid min-w-0">
            <span className="flex min-w-0 items-center gap-1">
              <Ltr className="min-w-0 break-all font-mono text-xs">{id}</Ltr>
              <span className="-my-1">
                <CopyButton value={id} label={t('operations.copy-id')} />
              </span>
            </span>
            <span className="text-muted text-xs">{t('operations.quote')}</span>
          </span>,
        ],
      ]}
    />
  );
};

/** The dock view of one operation: kind, requester, state with its reason, and every step. Support replays it here. */
export const OperationDetails = ({ id }: { id: string }) => {
  const { t } = useTranslation();
  const dock = useDock();
  const query = useQuery(operationQuery(id));
  const isDesk = isSupport(useUser());
  const operation = query.data;
  const title = operation ? <OperationTitle operation={operation} className="text-sm" /> : t('operations.operation');
  const calls = operation?.state === 'completed' && (operation.kind === 'deploy' || operation.kind === 'add-consumer');
  const apiId = operation?.apiId ?? null;
  return (
    <DockPanel
      title={title}
      footer={
        operation && (operation.may.replay || operation.may.cancel) ? (
          <>
            {operation.may.cancel && <CancelDialog operation={operation} />}
            {isDesk && <HandOver what={{ operationIds: [operation.id], causes: [] }} />}
            {operation.may.replay && <ReplayDialog operation={operation} />}
          </>
        ) : calls && apiId !== null ? (
          <Button onClick={() => dock.push('api', apiId)}>{t('operations.outcome.open-api')}</Button>
        ) : undefined
      }
    >
      <QueryView
        query={query}
        skeleton={
          <div className="flex flex-col gap-4">
            <Skeleton className="late h-16 w-full" />
            <Skeleton className="late h-44 w-full" />
            <Skeleton className="late h-60 w-full" />
          </div>
        }
      >
        {(row) => (
          <>
            <OperationOutcome operation={row} />
            <AnswerAction operation={row} />
            <AnswerLinks operation={row} />
            {isDesk && <SameCause operation={row} />}
            <Facts operation={row} isDesk={isDesk} />
            {isDesk && <Timeline operation={row} />}
            {row.plan && (
              <section className="border-border border-t pt-4">
                <h3 className="mb-2 font-semibold text-sm">{t('gateway.plan-title')}</h3>
                {row.plan.changes.length === 0 ? (
                  <p className="text-muted text-table">{t('gateway.plan-nothing')}</p>
                ) : (
                  <GatewayChanges plan={row.plan} />
                )}
              </section>
            )}
            {!isDesk && (
              <section className="border-border border-t pt-4">
                <h3 className="mb-3 font-semibold text-sm">{t('operations.steps-title')}</h3>
                <OperationStepper operation={row} detailed />
              </section>
            )}
          </>
        )}
      </QueryView>
    </DockPanel>
  );
};
