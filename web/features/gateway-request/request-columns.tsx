import type { TFunction } from 'i18next';
import type { Environment } from '#domain/core/environment.ts';
import type { RequestRow } from '#domain/gateway-request/schema.ts';
import type { Column } from '../../components/table/column.ts';
import { EnvironmentTag } from '../../components/text/environment-tag.tsx';
import { Ltr } from '../../components/text/ltr.tsx';
import { StatusDot } from '../../components/text/status-dot.tsx';
import { Button } from '../../components/ui/button.tsx';
import type { formatterOf } from '../../i18n/format.ts';
import { toneOf } from './status-tone.ts';

/** The columns of the access report. `id` is the field that the server sorts by. */
export const requestColumns = (
  t: TFunction,
  format: ReturnType<typeof formatterOf>,
  onOpen: (requestId: string) => void,
): readonly Column<RequestRow>[] => [
  {
    id: 'apiName',
    header: t('requests.api'),
    sortable: true,
    cell: ({ apiName, requestId }) =>
      requestId === null ? (
        <bdi title={apiName} className="font-medium">
          {apiName}
        </bdi>
      ) : (
        <Button variant="link" className="max-w-full text-table" onClick={() => onOpen(requestId)}>
          <bdi title={apiName} className="truncate">
            {apiName}
          </bdi>
        </Button>
      ),
  },
  {
    id: 'orgName',
    header: t('requests.organization'),
    sortable: true,
    cell: ({ orgName }) =>
      orgName === '' ? (
        <span className="text-muted">{t('requests.no-key')}</span>
      ) : (
        <bdi title={orgName}>{orgName}</bdi>
      ),
  },
  {
    id: 'env',
    header: t('requests.env'),
    sortable: true,
    cell: ({ env }) => <EnvironmentTag environment={env as Environment} />,
  },
  {
    id: 'clientIp',
    header: t('requests.ip'),
    sortable: true,
    cell: ({ clientIp }) => <Ltr className="font-mono text-xs">{clientIp}</Ltr>,
  },
  {
    id: 'upstreamUri',
    header: t('requests.upstream'),
    sortable: true,
    cell: ({ upstreamUri }) => <Ltr className="block whitespace-normal break-all font-mono text-xs">{upstreamUri}</Ltr>,
  },
  {
    id: 'responseStatus',
    header: t('requests.status'),
    sortable: true,
    cell: ({ responseStatus }) => (
      <StatusDot tone={toneOf(responseStatus)}>
        <span className="tabular-nums">{responseStatus}</span>
      </StatusDot>
    ),
  },
  {
    id: 'startedAt',
    header: t('requests.accessed', { zone: format.zone() }),
    sortable: true,
    align: 'end',
    // The column names the zone once. It appears on hover too.
    cell: ({ startedAt }) => (
      <time dateTime={startedAt} title={format.dateTime(startedAt)}>
        {format.requestTime(startedAt)}
      </time>
    ),
  },
];
