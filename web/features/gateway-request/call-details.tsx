import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Environment } from '#domain/core/environment.ts';
import type { RequestRow } from '#domain/gateway-request/schema.ts';
import { DescriptionList } from '../../components/layout/description-list.tsx';
import { DockPanel } from '../../components/layout/dock-panel.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { CopyButton } from '../../components/text/copy-button.tsx';
import { EnvironmentTag } from '../../components/text/environment-tag.tsx';
import { Ltr } from '../../components/text/ltr.tsx';
import { StatusDot } from '../../components/text/status-dot.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { requestOptions } from './queries.ts';
import { toneOf } from './status-tone.ts';

const Mono = ({ children }: { children: ReactNode }) => (
  <Ltr className="block whitespace-normal break-all font-mono text-xs">{children}</Ltr>
);

const Facts = ({ call }: { call: RequestRow }) => {
  const t = useLazyTexts('traffic');
  const format = useFormat();
  const dock = useDock();
  const { apiId, apiName, orgName, env, keyName, consumerId, method, operation, path, gatewayMs, upstreamMs } = call;
  const untold = <span className="text-muted">{t('traffic.untold')}</span>;
  const time = (value: number | null) => (value === null ? undefined : format.milliseconds(value));
  const size = (value: number | null) => (value === null ? untold : format.bytes(value));
  return (
    <DescriptionList
      entries={[
        [
          t('requests.status'),
          <StatusDot key="status" tone={toneOf(call.responseStatus)}>
            {call.responseStatus}
          </StatusDot>,
        ],
        [
          t('traffic.began'),
          <time key="began" dateTime={call.startedAt}>
            {format.dateTime(call.startedAt)}
          </time>,
        ],
        [t('traffic.method'), method === null ? untold : <Mono key="method">{method}</Mono>],
        [
          t('traffic.operation'),
          operation === null ? (
            <span key="operation" className="text-muted">
              {t('traffic.no-operation')}
            </span>
          ) : (
            <Mono key="operation">{operation}</Mono>
          ),
        ],
        [t('traffic.path'), path === null ? untold : <Mono key="path">{path}</Mono>],
        [t('requests.upstream'), <Mono key="upstream">{call.upstreamUri}</Mono>],
        [
          t('requests.api'),
          apiId === null ? (
            <bdi key="api">{apiName}</bdi>
          ) : (
            <Button key="api" variant="link" className="text-table" onClick={() => dock.push('api', apiId)}>
              <bdi>{apiName}</bdi>
            </Button>
          ),
        ],
        [t('requests.env'), <EnvironmentTag key="env" environment={env as Environment} />],
        [t('requests.organization'), orgName === '' ? t('requests.no-key') : <bdi key="org">{orgName}</bdi>],
        [
          t('traffic.key'),
          consumerId === null ? (
            t('requests.no-key')
          ) : (
            <bdi key="key">{keyName ?? t('traffic.key-number', { number: consumerId })}</bdi>
          ),
        ],
        [t('traffic.client'), <Mono key="client">{call.clientIp}</Mono>],
        [t('traffic.gateway-time'), time(gatewayMs) ?? untold],
        [t('traffic.upstream-time'), time(upstreamMs) ?? (gatewayMs === null ? untold : t('traffic.not-asked'))],
        [t('traffic.request-size'), size(call.requestBytes)],
        [t('traffic.response-size'), size(call.responseBytes)],
        [
          t('traffic.request-id'),
          <span key="id" className="flex min-w-0 items-center gap-1">
            <Mono>{call.requestId}</Mono>
            <span className="-my-1">
              <CopyButton value={call.requestId ?? ''} label={t('traffic.copy-id')} />
            </span>
          </span>,
        ],
      ]}
    />
  );
};

/** Links to the report with the calls that have something in common with one. */
const Similar = ({ call }: { call: RequestRow }) => {
  const t = useLazyTexts('traffic');
  const { apiId, consumerId, method, operation, clientIp } = call;
  const to = (parameters: Record<string, string | number>) =>
    `/kong/requests?${new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]))}`;
  const links = [
    ...(operation !== null && method !== null && apiId !== null
      ? [[t('traffic.of-operation'), to({ apiId, method, operation })] as const]
      : []),
    ...(consumerId === null ? [] : [[t('traffic.of-key'), to({ consumerId })] as const]),
    [t('traffic.of-client'), to({ clientIp })] as const,
  ];
  return (
    <ul className="mt-5 grid gap-1.5 border-border border-t pt-4 text-table">
      {links.map(([text, href]) => (
        <li key={href}>
          <Button asChild variant="link" className="min-h-6 text-table">
            <Link href={href}>{text}</Link>
          </Button>
        </li>
      ))}
    </ul>
  );
};

/** The dock view of one call: everything that the gateway told of it. */
export const CallDetails = ({ id }: { id: string }) => {
  const t = useLazyTexts('traffic');
  const query = useQuery(requestOptions(id));
  const call = query.data;
  const title = call?.method ? (
    <Ltr className="break-all">{`${call.method} ${call.operation ?? call.path ?? call.upstreamUri}`}</Ltr>
  ) : (
    t('traffic.call')
  );
  return (
    <DockPanel title={title}>
      <QueryView query={query} skeleton={<Skeleton className="h-80 w-full rounded-card" />}>
        {(found) =>
          found === null ? (
            <p className="text-muted text-table">{t('traffic.gone')}</p>
          ) : (
            <>
              <Facts call={found} />
              <Similar call={found} />
            </>
          )
        }
      </QueryView>
    </DockPanel>
  );
};
