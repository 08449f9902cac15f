import { useQuery } from '@tanstack/react-query';
import { Eraser } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { listDecidedDeletions } from '#domain/organization/deletion-calls.ts';
import { type DeletionGrantRow, deletionPageSize } from '#domain/organization/schema.ts';
import { csvUrlOf } from '../../api/csv-url.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { ListScreen } from '../../components/table/list-screen.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { StatusDot } from '../../components/text/status-dot.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { deletionColumns } from './deletion-columns.tsx';
import { deletionGrantsOptions, deletionListParams } from './deletion-queries.ts';

/** Lists the requests that were approved, denied or withdrawn, and by whom. */
export const DeletionGrantList = () => {
  const t = useLazyTexts('organizations');
  const list = useListParams(deletionListParams);
  const [params, setParams] = list;
  const grants = useQuery(deletionGrantsOptions(params));
  const columns = useMemo(
    () =>
      deletionColumns<DeletionGrantRow>(t, [
        {
          id: 'requestedBy',
          header: t('organizations.requester'),
          cell: ({ requestedBy }) => <bdi>{requestedBy}</bdi>,
        },
        {
          id: 'action',
          header: t('organizations.action'),
          cell: ({ action }) => (
            <StatusDot tone={action === 'approved' ? 'danger' : 'neutral'}>
              {t(`organizations.decisions.${action}`)}
            </StatusDot>
          ),
        },
      ]),
    [t],
  );
  return (
    <ListScreen
      label={t('organizations.grants')}
      list={list}
      search={{
        label: t('organizations.search-deletions'),
        value: params.search,
        onChange: (search) => setParams({ search }),
      }}
      unfiltered={{ search: '' }}
      results={(count) => t('organizations.deletion-count', { count })}
      csvUrl={csvUrlOf(listDecidedDeletions, params)}
      columns={columns}
      query={grants}
      rows={(data) => data.grants}
      pageSize={deletionPageSize}
      empty={
        <Empty
          icon={Eraser}
          title={t('organizations.no-grants')}
          text={t('organizations.no-grants-text')}
          action={
            <Button asChild>
              <Link href="/delete-organization-requests">{t('organizations.requests')}</Link>
            </Button>
          }
        />
      }
    />
  );
};
