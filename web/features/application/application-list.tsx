import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Link } from 'wouter';
import { applicationPageSize } from '#domain/application/limits.ts';
import { isAdmin } from '../../api/roles.ts';
import { useUser } from '../../api/session.tsx';
import { useMay } from '../../api/use-may.ts';
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
import { ApplicationCard } from './application-card.tsx';
import { dockView } from './dock-view.ts';
import { EmptyApplications } from './empty-applications.tsx';
import { applicationListParams, applicationsOptions } from './shared/queries.ts';

const grid = 'grid gap-4 md:grid-cols-2 xl:grid-cols-3';
const placeholders = Array.from({ length: applicationPageSize }, (_, slot) => slot);

const CardsSkeleton = () => (
  <div className={grid}>
    {placeholders.map((slot) => (
      <Skeleton key={slot} className="late h-[158px] w-full rounded-card" />
    ))}
  </div>
);

/** The types as the call names them. */
const types = ['0', '1'] as const;

/** Applications as cards, nine on each page. */
const Applications = ({ my }: { my: boolean }) => {
  const t = useLazyTexts('applications');
  const user = useUser();
  const may = useMay();
  const dock = useDock();
  const [params, setParams] = useListParams(applicationListParams);
  const applications = useQuery(applicationsOptions({ ...params, my }));
  const isFiltered = params.name !== '' || params.type !== '' || params.orgId !== undefined;
  const openId = dock.stack[0]?.kind === dockView ? Number(dock.stack[0].id) : undefined;
  const isEmpty = applications.data?.total === 0 && !isFiltered;
  const { organizationId } = user;
  const add = may('application.add', { organizationId }) && (
    <Button variant="primary" asChild>
      <Link href="/application/edit-application">
        <Plus />
        {t('applications.add')}
      </Link>
    </Button>
  );
  return (
    <Page
      title={my ? t('applications.my-title') : t('applications.title')}
      description={my ? t('applications.my-text') : t('applications.text')}
      actions={
        <>
          {isAdmin(user) && (
            <Button asChild>
              <Link href={my ? '/applications' : '/my/applications'}>
                {my ? t('applications.show-all') : t('applications.show-my')}
              </Link>
            </Button>
          )}
          {!isEmpty && add}
        </>
      }
    >
      {!isEmpty && (
        <ListBar
          search={{ label: t('applications.search'), value: params.name, onChange: (name) => setParams({ name }) }}
          results={applications.data && t('applications.results', { count: applications.data.total })}
        >
          <ChoiceFilter
            label={t('applications.type')}
            value={types.find((type) => type === params.type)}
            choices={types}
            textOf={(type) => t(type === '1' ? 'applications.external' : 'applications.internal')}
            onChange={(type) => setParams({ type: type ?? '' })}
          />
        </ListBar>
      )}
      <QueryView query={applications} skeleton={<CardsSkeleton />}>
        {({ apps, total, page }) => {
          if (isEmpty) return <EmptyApplications action={add} />;
          if (apps.length === 0)
            return (
              <NoMatch onClear={() => setParams(total > 0 ? { page: 0 } : { name: '', type: '', orgId: undefined })} />
            );
          return (
            <>
              <ul
                className={`${grid} transition-opacity data-stale:opacity-60`}
                data-stale={applications.isPlaceholderData || undefined}
                aria-busy={applications.isPlaceholderData}
              >
                {apps.map((application) => (
                  <li key={application.id} className="grid min-w-0">
                    <ApplicationCard
                      application={application}
                      isOpen={application.id === openId}
                      onOpen={() => dock.open(dockView, application.id)}
                    />
                  </li>
                ))}
              </ul>
              {total > applicationPageSize && (
                <Pagination
                  label={t('applications.paging')}
                  page={page}
                  pageSize={applicationPageSize}
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

export const MyApplications = () => <Applications my />;
export const AllApplications = () => <Applications my={false} />;
