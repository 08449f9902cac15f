import { useQuery } from '@tanstack/react-query';
import { Eraser } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { listDeletionRequests } from '#domain/organization/deletion-calls.ts';
import { type DeletionRow, deletionPageSize } from '#domain/organization/schema.ts';
import { csvUrlOf } from '../../api/csv-url.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { ListScreen } from '../../components/table/list-screen.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { deletionColumns } from './deletion-columns.tsx';
import { deletionListParams, deletionRequestsOptions } from './deletion-queries.ts';
import { ReviewDeletion } from './review-deletion.tsx';

/** Lists the requests that wait. Each is reviewed, then approved or denied by another administrator than its requester. */
export const DeletionList = () => {
  const { t: words } = useTranslation();
  const t = useLazyTexts('organizations');
  const list = useListParams(deletionListParams);
  const [params, setParams] = list;
  const requests = useQuery(deletionRequestsOptions(params));
  const columns = useMemo(() => deletionColumns<DeletionRow>(t), [t]);
  const [asked, setAsked] = useState<{ request: DeletionRow; open: boolean }>();
  return (
    <>
      <ListScreen
        label={t('organizations.requests')}
        list={list}
        search={{
          label: t('organizations.search-deletions'),
          value: params.search,
          onChange: (search) => setParams({ search }),
        }}
        unfiltered={{ search: '' }}
        results={(count) => t('organizations.deletion-count', { count })}
        csvUrl={csvUrlOf(listDeletionRequests, params)}
        columns={columns}
        query={requests}
        rows={(data) => data.requests}
        pageSize={deletionPageSize}
        rowActions={(request) => (
          <Button
            size="small"
            aria-label={t('organizations.review-of', { name: request.organizationName })}
            onClick={() => setAsked({ request, open: true })}
          >
            {t('organizations.review')}
          </Button>
        )}
        empty={
          <Empty
            icon={Eraser}
            title={t('organizations.no-deletions')}
            text={t('organizations.no-deletions-text')}
            action={
              <Button asChild>
                <Link href="/organizations">{words('shell.nav-organizations')}</Link>
              </Button>
            }
          />
        }
      />
      {asked && (
        <ReviewDeletion
          key={asked.request.id}
          request={asked.request}
          open={asked.open}
          onClose={() => setAsked({ ...asked, open: false })}
        />
      )}
    </>
  );
};
