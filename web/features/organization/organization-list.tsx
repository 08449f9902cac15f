import { useQuery } from '@tanstack/react-query';
import { Building2, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { organizationListQuery, organizationPageSize } from '#domain/organization/schema.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { ChoiceFilter } from '../../components/table/choice-filter.tsx';
import { ListBar } from '../../components/table/list-bar.tsx';
import { NoMatch } from '../../components/table/no-match.tsx';
import { Pagination } from '../../components/table/pagination.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { Button } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { companyView, dockView, newId } from './dock-view.ts';
import { OrganizationCard } from './organization-card.tsx';
import { organizationListOptions } from './queries.ts';

const grid = 'grid gap-4 md:grid-cols-2 xl:grid-cols-3';
const placeholders = Array.from({ length: organizationPageSize }, (_, slot) => slot);

const CardsSkeleton = () => (
  <div className={grid}>
    {placeholders.map((slot) => (
      <Skeleton key={slot} className="late h-[158px] w-full rounded-card" />
    ))}
  </div>
);

/** The types as the call names them. */
const types = ['0', '1'] as const;

/** Organizations as cards, nine on each page. */
export const OrganizationList = () => {
  const { t: words } = useTranslation();
  const t = useLazyTexts('organizations');
  const dock = useDock();
  const [params, setParams] = useListParams(organizationListQuery);
  const organizations = useQuery(organizationListOptions(params));
  const isFiltered = params.name !== '' || params.type !== '';
  const openId = dock.stack[0]?.kind === dockView ? Number(dock.stack[0].id) : undefined;
  const add = (
    <Button variant="primary" asChild>
      <Link href="/organization/edit-organization">
        <Plus />
        {t('organizations.add')}
      </Link>
    </Button>
  );
  return (
    <Page
      title={words('shell.nav-organizations')}
      description={t('organizations.text')}
      actions={
        <>
          <Button onClick={() => dock.open(companyView, newId)}>{t('organizations.add-company')}</Button>
          {add}
        </>
      }
    >
      <ListBar
        search={{ label: t('organizations.search'), value: params.name, onChange: (name) => setParams({ name }) }}
        results={organizations.data && t('organizations.results', { count: organizations.data.total })}
      >
        <ChoiceFilter
          label={t('organizations.type')}
          value={types.find((type) => type === params.type)}
          choices={types}
          textOf={(type) => t(type === '1' ? 'organizations.external' : 'organizations.internal')}
          onChange={(type) => setParams({ type: type ?? '' })}
        />
      </ListBar>
      <QueryView query={organizations} skeleton={<CardsSkeleton />}>
        {({ organizations: rows, total, page }) => {
          if (total === 0 && !isFiltered)
            return <Empty icon={Building2} title={t('organizations.empty')} action={add} />;
          if (rows.length === 0)
            return <NoMatch onClear={() => setParams(total > 0 ? { page: 0 } : { name: '', type: '' })} />;
          return (
            <>
              <ul
                className={`${grid} transition-opacity data-stale:opacity-60`}
                data-stale={organizations.isPlaceholderData || undefined}
                aria-busy={organizations.isPlaceholderData}
              >
                {rows.map((organization) => (
                  <li key={organization.id} className="grid min-w-0">
                    <OrganizationCard
                      organization={organization}
                      isOpen={organization.id === openId}
                      onOpen={() => dock.open(dockView, organization.id)}
                    />
                  </li>
                ))}
              </ul>
              {total > organizationPageSize && (
                <Pagination
                  label={t('organizations.paging')}
                  page={page}
                  pageSize={organizationPageSize}
                  total={total}
                  onPage={(next) => setParams({ page: next })}
                />
              )}
            </>
          );
        }}
      </QueryView>
    </Page>
  );
};
