import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiDetail } from '#domain/api/schema.ts';
import type { DeploymentRow } from '#domain/deployment/row.ts';
import { DescriptionList } from '../../components/layout/description-list.tsx';
import { Code } from '../../components/text/code.tsx';
import { CopyButton } from '../../components/text/copy-button.tsx';
import { useRevealed } from '../consumer/shared/queries.ts';
import { OperationProgress } from '../operation/shared/operation-progress.tsx';
import { useProtectionText } from './protection-text.ts';
import { isBusy } from './shared/deployment-state.tsx';
import { useCallPaths } from './shared/queries.ts';

/** Loaded for a deployed row that is open. */
const CallCommands = lazy(() =>
  import('../consumer/shared/call-commands.tsx').then((module) => ({ default: module.CallCommands })),
);
/** Loaded on demand, because it is rarely shown. */
const RemovalsNotice = lazy(() =>
  import('../operation/shared/removals-notice.tsx').then((module) => ({ default: module.RemovalsNotice })),
);

const OutageNotice = lazy(() =>
  import('../notice/shared/outage-notice.tsx').then((module) => ({ default: module.OutageNotice })),
);

/** Loaded where calls are counted in a Redis. */
const CountedIn = lazy(() => import('./counted-in.tsx').then((module) => ({ default: module.CountedIn })));

/** Loaded where two people change deployments. */
const ApprovalNotice = lazy(() =>
  import('./approval-notice.tsx').then((module) => ({ default: module.ApprovalNotice })),
);

const DriftNotice = lazy(() => import('./drift-notice.tsx').then((module) => ({ default: module.DriftNotice })));

const ReadOnlyGateway = lazy(() =>
  import('../gateway-object/shared/read-only.tsx').then((module) => ({ default: module.ReadOnlyGateway })),
);

/** Loaded for a deployment that moves to another gateway. */
const MoveNotice = lazy(() => import('./move-notice.tsx').then((module) => ({ default: module.MoveNotice })));

type Props = Readonly<{
  deployment: DeploymentRow;
  api: ApiDetail;
  /** Asks before a deployment is deleted. Undefined if the user may not delete it. */
  onEnd?: ((id: number) => void) | undefined;
}>;

/** The part below a deployment's row: the running or failed operation, the settings, and how to call it. */
export const DeploymentDetails = ({ deployment, api, onEnd }: Props) => {
  const { t } = useTranslation();
  const revealed = useRevealed().find(({ deploymentId }) => deploymentId === deployment.id);
  const calls = useCallPaths(api, deployment.id);
  const protection = useProtectionText()(deployment, api);
  const { state, rateLimit, tokenUrl, kongServer, upstreamUrl } = deployment;
  return (
    <div className="grid gap-4">
      {deployment.outage && kongServer && (
        <Suspense>
          <OutageNotice outage={{ gateway: kongServer.name, ...deployment.outage }} />
        </Suspense>
      )}
      {deployment.isReadOnly && (api.may.deploy || api.may.addKey) && (
        <Suspense>
          <ReadOnlyGateway />
        </Suspense>
      )}
      {deployment.moving && (
        <Suspense>
          <MoveNotice deployment={deployment} moving={deployment.moving} onEnd={onEnd} />
        </Suspense>
      )}
      {deployment.approval && (
        <Suspense>
          <ApprovalNotice {...deployment.approval} />
        </Suspense>
      )}
      {(isBusy(state) || state === 'failed') && <OperationProgress operationId={deployment.operationId} />}
      {deployment.removals && (
        <Suspense>
          <RemovalsNotice
            removals={{
              ...deployment.removals,
              counts: [{ kind: 'remove-consumer', count: deployment.removals.keys }],
            }}
          />
        </Suspense>
      )}
      {deployment.drift &&
        (deployment.drift.lost || deployment.drift.foreign.length > 0 || deployment.drift.open > 0) && (
          <Suspense>
            <DriftNotice deploymentId={deployment.id} path={deployment.path} drift={deployment.drift} />
          </Suspense>
        )}
      {state === 'failed' && (
        <p className="text-table">
          {api.may.deploy ? t('deployments.failed-next') : t('deployments.failed-next-reader')}
        </p>
      )}
      <DescriptionList
        entries={[
          ...(kongServer === null
            ? []
            : [[t('deployments.gateway'), <bdi key="gateway">{kongServer.name}</bdi>] as const]),
          ...(upstreamUrl === null
            ? []
            : [[t('deployments.target'), <Code key="target">{upstreamUrl}</Code>] as const]),
          [
            t('deployments.rate'),
            <span key="rate" className="grid">
              {rateLimit.enabled
                ? t(rateLimit.countsTogether ? 'deployments.rate-value-together' : 'deployments.rate-value', {
                    count: rateLimit.ratePerMinute,
                  })
                : t('deployments.rate-none')}
              {rateLimit.redis && (
                <Suspense>
                  <CountedIn name={rateLimit.redis.name} />
                </Suspense>
              )}
            </span>,
          ],
          ...(protection.length === 0
            ? []
            : [
                [
                  t('deployments.protection'),
                  <span key="protection" className="grid">
                    {protection.map((text) => (
                      <span key={text}>{text}</span>
                    ))}
                  </span>,
                ] as const,
              ]),
          ...(tokenUrl === null
            ? []
            : [
                [
                  t('deployments.token-endpoint'),
                  <span key="token" className="-my-1 flex items-center gap-1">
                    <Code>{tokenUrl}</Code>
                    <CopyButton value={tokenUrl} label={t('deployments.copy-token-endpoint')} />
                  </span>,
                ] as const,
              ]),
        ]}
      />
      {state === 'deployed' && (
        <div className="grid gap-2">
          <div>
            <h4 className="font-medium text-table">{t('deployments.call-title')}</h4>
            <p className="text-muted text-xs">
              {revealed ? t('deployments.call-own-key') : t('deployments.call-placeholder')}
            </p>
          </div>
          <Suspense>
            <CallCommands deployment={deployment} call={calls?.example} credentials={revealed} isMasked />
          </Suspense>
        </div>
      )}
    </div>
  );
};
