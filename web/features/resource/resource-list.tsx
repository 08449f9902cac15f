import { useQuery } from '@tanstack/react-query';
import { Plus, Server } from 'lucide-react';
import { Link } from 'wouter';
import { resourceQuery } from '#domain/resource/option.ts';
import { resourceTypes } from '#domain/resource/types.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { ChoiceFilter } from '../../components/table/choice-filter.tsx';
import { ListBar } from '../../components/table/list-bar.tsx';
import { NoMatch } from '../../components/table/no-match.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { Button } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { typeNames } from './config-texts.ts';
import { resourceListOptions } from './queries.ts';
import { ResourcePanel } from './resource-panel.tsx';

/** The views as the call names them: 0 private, 1 public. */
const views = ['0', '1'] as const;

/** Gateways, brokers and caches as panels that open. */
export const ResourceList = () => {
  const t = useLazyTexts('resources');
  const [params, setParams] = useListParams(resourceQuery);
  const resources = useQuery(resourceListOptions(params));
  const isFiltered = params.type !== undefined || params.public !== undefined;
  const isEmpty = resources.data?.length === 0;
  const add = (
    <Button variant="primary" asChild>
      <Link href="/resource/edit-resource">
        <Plus />
        {t('resources.add')}
      </Link>
    </Button>
  );
  const empty = isFiltered ? (
    <NoMatch onClear={() => setParams({ type: undefined, public: undefined })} />
  ) : (
    <Empty icon={Server} title={t('resources.empty')} text={t('resources.empty-text')} action={add} />
  );
  return (
    <Page title={t('resources.title')} description={t('resources.text')} actions={!(isEmpty && !isFiltered) && add}>
      <ListBar results={resources.data && t('resources.results', { count: resources.data.length })}>
        <ChoiceFilter
          label={t('resources.view')}
          value={params.public}
          choices={views}
          textOf={(view) => t(view === '1' ? 'resources.public' : 'resources.private')}
          onChange={(view) => setParams({ public: view })}
        />
        <ChoiceFilter
          label={t('resources.type')}
          value={params.type}
          choices={resourceTypes}
          textOf={(type) => typeNames[type]}
          onChange={(type) => setParams({ type })}
        />
      </ListBar>
      <QueryView query={resources} skeleton={<Skeleton className="late h-40 w-full rounded-card" />}>
        {(rows) =>
          rows.length === 0 ? (
            empty
          ) : (
            <ul className="grid gap-3">
              {rows.map((row) => (
                <li key={row.id}>
                  <ResourcePanel resource={row} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </Page>
  );
};
