import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { Eye } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { accessPageSize } from '#domain/access/schema.ts';
import { type CredentialViewRow, credentialViewListQuery } from '#domain/consumer/credential-view.ts';
import { listCredentialViews } from '#domain/consumer/credential-view-calls.ts';
import { fullNameOf } from '#domain/user/full-name.ts';
import { csvUrlOf } from '../../api/csv-url.ts';
import { Empty } from '../../components/layout/empty.tsx';
import type { Column } from '../../components/table/column.ts';
import { ListScreen } from '../../components/table/list-screen.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { EnvironmentTag } from '../../components/text/environment-tag.tsx';
import { Ltr } from '../../components/text/ltr.tsx';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { credentialViewsOptions } from './record-queries.ts';

/** `id` is the field that the server sorts by. */
const columnsOf = (t: TFunction): readonly Column<CredentialViewRow>[] => [
  {
    id: 'lastname',
    header: t('access.viewer'),
    sortable: true,
    cell: ({ firstname, lastname, viewerOrganizationName }) => (
      <bdi title={viewerOrganizationName} className="font-medium">
        {fullNameOf(firstname, lastname)}
      </bdi>
    ),
  },
  { id: 'email', header: t('access.email'), sortable: true, cell: ({ email }) => <Ltr>{email}</Ltr> },
  {
    id: 'consumerName',
    header: t('access.key'),
    sortable: true,
    cell: ({ consumerId, consumerName, apiName, env }) => (
      <span className="flex min-w-0 items-center gap-2">
        <bdi className="truncate" title={apiName}>
          {[consumerName || t('access.key-number', { id: consumerId ?? '' }), apiName].filter(Boolean).join(' · ')}
        </bdi>
        {env && <EnvironmentTag environment={env} />}
      </span>
    ),
  },
  {
    id: 'organizationName',
    header: t('access.key-organization'),
    sortable: true,
    cell: ({ organizationName }) => <bdi title={organizationName}>{organizationName}</bdi>,
  },
  { id: 'ipAddress', header: t('access.from'), sortable: true, cell: ({ ipAddress }) => <Ltr>{ipAddress}</Ltr> },
  {
    id: 'processAt',
    header: t('access.viewed-at'),
    sortable: true,
    align: 'end',
    cell: ({ processAt }) => <RelativeTime at={processAt} />,
  },
];

/** Lists who saw the secret of which key, from where and when. */
export const ViewedList = () => {
  const { t } = useTranslation();
  const list = useListParams(credentialViewListQuery);
  const [params, setParams] = list;
  const viewed = useQuery(credentialViewsOptions(params));
  const columns = useMemo(() => columnsOf(t), [t]);
  return (
    <ListScreen
      label={t('access.viewed')}
      list={list}
      search={{ label: t('access.search-viewed'), value: params.search, onChange: (search) => setParams({ search }) }}
      unfiltered={{ search: '' }}
      results={(count) => t('access.viewed-count', { count })}
      csvUrl={csvUrlOf(listCredentialViews, params)}
      columns={columns}
      query={viewed}
      rows={(data) => data.records}
      pageSize={accessPageSize}
      empty={<Empty icon={Eye} title={t('access.no-viewed')} text={t('access.no-viewed-text')} />}
    />
  );
};
