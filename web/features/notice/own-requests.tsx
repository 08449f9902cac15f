import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { ownRequestKinds, ownRequestListQuery, ownRequestPageSize } from '#domain/own-request/schema.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { ChoiceFilter } from '../../components/table/choice-filter.tsx';
import { ListScreen } from '../../components/table/list-screen.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { ownRequestColumns } from './own-request-columns.tsx';
import { ownRequestsOptions } from './queries.ts';

/** Lists the user's own requests and their states. */
export const OwnRequests = () => {
  const t = useLazyTexts('notices', 'operations');
  const dock = useDock();
  const list = useListParams(ownRequestListQuery);
  const [params, setParams] = list;
  const requests = useQuery(ownRequestsOptions(params));
  const columns = useMemo(() => ownRequestColumns(t, dock.open), [t, dock.open]);
  return (
    <Page title={t('notices.requests-title')} description={t('notices.requests-text')}>
      <ListScreen
        list={list}
        filters={
          <ChoiceFilter
            label={t('notices.kind-label')}
            value={params.kind}
            choices={ownRequestKinds}
            textOf={(kind) => t(`notices.kind.${kind}`)}
            onChange={(kind) => setParams({ kind })}
          />
        }
        unfiltered={{ kind: undefined }}
        results={(count) => t('notices.results', { count })}
        label={t('notices.requests-title')}
        columns={columns}
        query={requests}
        rows={(data) => data.requests}
        pageSize={ownRequestPageSize}
        empty={
          <Empty
            icon={ListChecks}
            title={t('notices.requests-empty')}
            text={t('notices.requests-empty-text')}
            action={
              <Button asChild>
                <Link href="/wall/all">{t('public.gallery')}</Link>
              </Button>
            }
          />
        }
      />
    </Page>
  );
};
