import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { Archive } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { accessPageSize } from '#domain/access/schema.ts';
import { type DeletedApiRow, deletedApiListQuery } from '#domain/api/deleted-api.ts';
import { listDeletedApis } from '#domain/api/deleted-api-calls.ts';
import { fullNameOf } from '#domain/user/full-name.ts';
import { csvUrlOf } from '../../api/csv-url.ts';
import { Empty } from '../../components/layout/empty.tsx';
import type { Column } from '../../components/table/column.ts';
import { ListScreen } from '../../components/table/list-screen.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { deletedApisOptions } from './record-queries.ts';

/** `id` is the field that the server sorts by. */
const columnsOf = (t: TFunction): readonly Column<DeletedApiRow>[] => [
  {
    id: 'api',
    header: t('access.api'),
    sortable: true,
    cell: ({ api, appname }) => (
      <bdi title={appname} className="font-medium">
        {api}
      </bdi>
    ),
  },
  {
    id: 'organizationName',
    header: t('access.organization'),
    sortable: true,
    cell: ({ organizationName }) => <bdi title={organizationName}>{organizationName}</bdi>,
  },
  {
    id: 'lastname',
    header: t('access.deleted-by'),
    sortable: true,
    cell: ({ firstname, lastname }) => <bdi>{fullNameOf(firstname, lastname) || t('common.product')}</bdi>,
  },
  {
    id: 'deletedAt',
    header: t('access.deleted-at'),
    sortable: true,
    align: 'end',
    cell: ({ deletedAt }) => <RelativeTime at={deletedAt} />,
  },
];

/** Lists the APIs that were deleted, and by whom. */
export const DeletedList = () => {
  const { t } = useTranslation();
  const list = useListParams(deletedApiListQuery);
  const [params, setParams] = list;
  const deleted = useQuery(deletedApisOptions(params));
  const columns = useMemo(() => columnsOf(t), [t]);
  return (
    <ListScreen
      label={t('access.deleted')}
      list={list}
      search={{ label: t('access.search-deleted'), value: params.search, onChange: (search) => setParams({ search }) }}
      unfiltered={{ search: '' }}
      results={(count) => t('access.deleted-count', { count })}
      csvUrl={csvUrlOf(listDeletedApis, params)}
      columns={columns}
      query={deleted}
      rows={(data) => data.records}
      pageSize={accessPageSize}
      empty={<Empty icon={Archive} title={t('access.no-deleted')} text={t('access.no-deleted-text')} />}
    />
  );
};
