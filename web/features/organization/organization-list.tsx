import { useQuery } from '@tanstack/react-query';
import { Building2, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { listOrganizations } from '#domain/organization/calls.ts';
import { organizationListQuery, organizationPageSize } from '#domain/organization/schema.ts';
import { csvUrlOf } from '../../api/csv-url.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { CardScreen } from '../../components/table/card-screen.tsx';
import { ChoiceFilter } from '../../components/table/choice-filter.tsx';
import { SortMenu } from '../../components/table/sort-menu.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { toldApart } from '../../components/text/told-apart.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { companyView, dockView, newId } from './dock-view.ts';
import { OrganizationCard } from './organization-card.tsx';
import { organizationListOptions } from './queries.ts';

/** The types as the call names them. */
const types = ['0', '1'] as const;

/** Organizations as cards, nine on each page. */
export const OrganizationList = () => {
  const { t: words } = useTranslation();
  const t = useLazyTexts('organizations');
  const dock = useDock();
  const list = useListParams(organizationListQuery);
  const [params, setParams] = list;
  const organizations = useQuery(organizationListOptions(params));
  const seconds = toldApart((organizations.data?.organizations ?? []).map((row) => ({ ...row, texts: [] })));
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
      <CardScreen
        label={t('organizations.paging')}
        list={list}
        search={{ label: t('organizations.search'), value: params.name, onChange: (name) => setParams({ name }) }}
        filters={
          <>
            <ChoiceFilter
              label={t('organizations.type')}
              value={types.find((type) => type === params.type)}
              choices={types}
              textOf={(type) => t(type === '1' ? 'organizations.external' : 'organizations.internal')}
              onChange={(type) => setParams({ type: type ?? '' })}
            />
            <SortMenu
              params={params}
              onParams={setParams}
              sorts={{
                'id-desc': t('organizations.newest'),
                'name-asc': words('apis.sorts.name-asc'),
                'name-desc': words('apis.sorts.name-desc'),
              }}
            />
          </>
        }
        unfiltered={{ name: '', type: '' }}
        results={(count) => t('organizations.results', { count })}
        csvUrl={csvUrlOf(listOrganizations, params)}
        query={organizations}
        rows={(data) => data.organizations}
        pageSize={organizationPageSize}
        card={(organization) => (
          <OrganizationCard
            organization={organization}
            second={seconds.get(organization.id)}
            isOpen={organization.id === openId}
            onOpen={() => dock.open(dockView, organization.id)}
          />
        )}
        empty={<Empty icon={Building2} title={t('organizations.empty')} action={add} />}
      />
    </Page>
  );
};
