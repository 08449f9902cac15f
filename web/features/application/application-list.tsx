import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { listApplications } from '#domain/application/calls.ts';
import { applicationPageSize } from '#domain/application/limits.ts';
import { csvUrlOf } from '../../api/csv-url.ts';
import { isAdmin } from '../../api/roles.ts';
import { useUser } from '../../api/session.tsx';
import { useMay } from '../../api/use-may.ts';
import { Page } from '../../components/layout/page.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { CardScreen } from '../../components/table/card-screen.tsx';
import { ChoiceFilter } from '../../components/table/choice-filter.tsx';
import { SortMenu } from '../../components/table/sort-menu.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { ApplicationCard } from './application-card.tsx';
import { dockView } from './dock-view.ts';
import { EmptyApplications } from './empty-applications.tsx';
import { applicationListParams, applicationsOptions } from './shared/queries.ts';

/** The types as the call names them. */
const types = ['0', '1'] as const;

/** Applications as cards, nine on each page. */
const Applications = ({ my }: { my: boolean }) => {
  const { t: words } = useTranslation();
  const t = useLazyTexts('applications');
  const user = useUser();
  const may = useMay();
  const dock = useDock();
  const list = useListParams(applicationListParams);
  const [params, setParams] = list;
  const wanted = { ...params, my };
  const applications = useQuery(applicationsOptions(wanted));
  const { name, type, owners, orgId } = params;
  const isFiltered = name !== '' || type !== '' || owners !== '' || orgId !== undefined;
  const isEmpty = applications.data?.total === 0 && !isFiltered;
  const openId = dock.stack[0]?.kind === dockView ? Number(dock.stack[0].id) : undefined;
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
      <CardScreen
        label={t('applications.paging')}
        list={list}
        search={{ label: t('applications.search'), value: params.name, onChange: (name) => setParams({ name }) }}
        filters={
          <>
            <ChoiceFilter
              label={t('applications.type')}
              value={types.find((type) => type === params.type)}
              choices={types}
              textOf={(type) => t(type === '1' ? 'applications.external' : 'applications.internal')}
              onChange={(type) => setParams({ type: type ?? '' })}
            />
            <ChoiceFilter
              label={t('applications.owners')}
              value={params.owners === '' ? undefined : params.owners}
              choices={['none']}
              textOf={() => t('applications.unowned')}
              onChange={(owners) => setParams({ owners: owners ?? '' })}
            />
            <SortMenu
              params={params}
              onParams={setParams}
              sorts={{
                'id-desc': t('applications.newest'),
                'name-asc': words('apis.sorts.name-asc'),
                'name-desc': words('apis.sorts.name-desc'),
                'orgname-asc': words('apis.sorts.orgname-asc'),
              }}
            />
          </>
        }
        unfiltered={{ name: '', type: '', owners: '', orgId: undefined }}
        results={(count) => t('applications.results', { count })}
        csvUrl={csvUrlOf(listApplications, wanted)}
        query={applications}
        rows={(data) => data.apps}
        pageSize={applicationPageSize}
        card={(application) => (
          <ApplicationCard
            application={application}
            isOpen={application.id === openId}
            onOpen={() => dock.open(dockView, application.id)}
          />
        )}
        empty={<EmptyApplications action={add} />}
      />
    </Page>
  );
};

export const MyApplications = () => <Applications my />;
export const AllApplications = () => <Applications my={false} />;
