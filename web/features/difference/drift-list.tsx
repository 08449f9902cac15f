import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useMemo } from 'react';
import { listDifferences } from '#domain/difference/calls.ts';
import { forms } from '#domain/difference/difference.ts';
import { differencePageSize, differenceQuery, stateFilters } from '#domain/difference/schema.ts';
import { csvUrlOf } from '../../api/csv-url.ts';
import { isGatewayAdmin, isPortalAdmin } from '../../api/roles.ts';
import { useUser } from '../../api/session.tsx';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { ChoiceFilter } from '../../components/table/choice-filter.tsx';
import { ListScreen } from '../../components/table/list-screen.tsx';
import { LongChoiceFilter } from '../../components/table/long-choice-filter.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { optionsOf } from '../../components/text/told-apart.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { AsOf } from '../gateway-object/shared/as-of.tsx';
import { gatewaysOptions } from '../gateway-object/shared/gateways.ts';
import { organizationsOptions } from '../organization/shared/organizations.ts';
import { kafkasOptions } from '../resource/shared/kafkas.ts';
import { driftColumns } from './drift-columns.tsx';
import { driftListOptions } from './queries.ts';
import { dockView } from './shared/dock-view.ts';

/** What is not on gateways and at Kafka as it was applied. */
export const DriftList = () => {
  const t = useLazyTexts('drift', 'kong-objects');
  const dock = useDock();
  const list = useListParams(differenceQuery);
  const [params, setParams] = list;
  const found = useQuery(driftListOptions(params));
  const user = useUser();
  const gateways = useQuery({ ...gatewaysOptions, enabled: isGatewayAdmin(user) });
  const kafkas = useQuery({ ...kafkasOptions, enabled: isPortalAdmin(user) });
  const organizations = optionsOf(useQuery(organizationsOptions).data);
  const [opened] = dock.stack;
  const openId = opened?.kind === dockView ? String(opened.id) : undefined;
  const columns = useMemo(
    () => driftColumns(t, { openId, onOpen: ({ id }) => dock.open(dockView, id) }),
    [t, openId, dock.open],
  );
  const all = [
    ...(gateways.data ?? []),
    ...(kafkas.data ?? []).map(({ id, name }) => ({ id, name, awaySince: null, isReadOnly: false })),
  ];
  const asOf = found.data?.asOf ?? null;
  const shown = all.find(({ id }) => id === params.resourceId) ?? all.find(({ awaySince }) => awaySince) ?? all[0];
  const nameOf = (id: string) => organizations.find(({ value }) => String(value) === id)?.label ?? id;
  return (
    <Page title={t('drift.title')} description={t('drift.text')}>
      <ListScreen
        list={list}
        search={{ label: t('drift.search'), value: params.search, onChange: (search) => setParams({ search }) }}
        filters={
          <>
            {all.length > 1 && (
              <ChoiceFilter
                label={t('drift.resource')}
                value={params.resourceId === undefined ? undefined : String(params.resourceId)}
                choices={all.map(({ id }) => String(id))}
                textOf={(id) => all.find((each) => String(each.id) === id)?.name ?? id}
                onChange={(id) => setParams({ resourceId: id === undefined ? undefined : Number(id) })}
              />
            )}
            <LongChoiceFilter
              className="w-full sm:w-56"
              label={t('drift.organization')}
              value={params.organizationId === undefined ? undefined : String(params.organizationId)}
              choices={organizations.map(({ value }) => String(value))}
              textOf={nameOf}
              secondOf={(id) => organizations.find(({ value }) => String(value) === id)?.second}
              onChange={(id) => setParams({ organizationId: id === undefined ? undefined : Number(id) })}
            />
            <ChoiceFilter
              label={t('drift.form')}
              value={params.form}
              choices={forms}
              textOf={(form) => t(`drift.form-${form}`)}
              onChange={(form) => setParams({ form })}
            />
            <ChoiceFilter
              label={t('drift.state')}
              value={params.state}
              choices={stateFilters}
              textOf={(state) => t(`drift.filter-${state}`)}
              allText={null}
              onChange={(state) => setParams({ state: state ?? 'waiting' })}
            />
          </>
        }
        unfiltered={{
          search: '',
          resourceId: undefined,
          organizationId: undefined,
          deploymentId: undefined,
          topicId: undefined,
          form: undefined,
          state: 'waiting',
        }}
        results={(count) => t('drift.results', { count })}
        csvUrl={csvUrlOf(listDifferences, params)}
        label={t('drift.title')}
        columns={columns}
        query={found}
        rows={({ data }) => data}
        pageSize={differencePageSize}
        empty={<Empty icon={CircleCheck} title={t('drift.empty')} text={t('drift.empty-text')} />}
      >
        <AsOf gateway={shown && { ...shown, asOf }} />
      </ListScreen>
    </Page>
  );
};
