import { useQuery } from '@tanstack/react-query';
import { Download, History as HistoryIcon } from 'lucide-react';
import { useMemo } from 'react';
import { Link, useParams } from 'wouter';
import { historyAreas } from '#domain/core/history.ts';
import { historyListQuery, historyPageSize } from '#domain/history/schema.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { apiDockAddress } from '../../components/layout/use-dock.ts';
import { ChoiceFilter } from '../../components/table/choice-filter.tsx';
import { ListScreen } from '../../components/table/list-screen.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { historyColumns } from './history-columns.tsx';
import { historyFileUrl, historyOptions } from './queries.ts';

/** The history of one API, as far as the user may see it. A deleted API keeps its history. */
export const History = () => {
  const t = useLazyTexts('history', 'foreign-objects');
  const apiId = Number(useParams<{ id: string }>().id);
  const list = useListParams(historyListQuery);
  const [params, setParams] = list;
  const history = useQuery(historyOptions(apiId, params));
  const columns = useMemo(() => historyColumns(t), [t]);
  const api = history.data?.api;

  return (
    <Page
      title={api ? t('history.page-title', { name: api.name }) : t('history.title')}
      description={api?.deleted ? t('history.text-deleted') : t('history.text')}
      actions={
        <>
          {api && !api.deleted && (
            <Button asChild>
              <Link href={apiDockAddress(apiId, '/wall/all')}>{t('history.open-api')}</Link>
            </Button>
          )}
          <Button asChild>
            <a href={historyFileUrl(apiId, params)} download={`api-${apiId}-history.csv`}>
              <Download />
              {t('history.export')}
            </a>
          </Button>
        </>
      }
    >
      <ListScreen
        list={list}
        search={{
          label: t('history.search'),
          value: params.search,
          onChange: (search) => setParams({ search }),
          className: 'w-full sm:w-96',
        }}
        filters={
          <ChoiceFilter
            label={t('history.area-label')}
            value={params.area}
            choices={historyAreas}
            textOf={(area) => t(`history.area.${area}`)}
            onChange={(area) => setParams({ area })}
          />
        }
        unfiltered={{ search: '', area: undefined }}
        results={(count) => t('history.results', { count })}
        label={t('history.title')}
        columns={columns}
        query={history}
        rows={({ entries }) => entries}
        pageSize={historyPageSize}
        empty={<Empty icon={HistoryIcon} title={t('history.empty')} text={t('history.empty-text')} />}
      />
    </Page>
  );
};
