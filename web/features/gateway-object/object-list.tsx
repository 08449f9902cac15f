import { useQuery } from '@tanstack/react-query';
import { Boxes } from 'lucide-react';
import { useMemo } from 'react';
import { objectLists } from '#domain/gateway-object/calls.ts';
import type { ListedKind } from '#domain/gateway-object/kind.ts';
import { type GatewayChoice, objectQueries } from '#domain/gateway-object/schema.ts';
import { csvUrlOf } from '../../api/csv-url.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { ChoiceFilter } from '../../components/table/choice-filter.tsx';
import { ListScreen } from '../../components/table/list-screen.tsx';
import { SearchField } from '../../components/table/search-field.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { AddConsumerLink } from '../consumer/shared/add-consumer-link.tsx';
import { AddObject, isAddedKind } from './add-object.tsx';
import { objectColumns } from './object-columns.tsx';
import { objectListOptions } from './queries.ts';
import { AsOf } from './shared/as-of.tsx';
import { dockView, placeIn, placeText } from './shared/dock-view.ts';
import { gatewaysOptions } from './shared/gateways.ts';
import { ReadOnlyGateway } from './shared/read-only.tsx';
import { TakeOverServices } from './take-over-services.tsx';

/** The button that makes a new one, and for services what leads to deciding about all. Routes are made at their service. */
const Create = ({ kind, gateway }: { kind: ListedKind; gateway: GatewayChoice | undefined }) => {
  if (kind === 'consumer') return <AddConsumerLink />;
  if (!gateway) return null;
  const { id: gatewayId, isReadOnly } = gateway;
  return (
    <>
      {kind === 'service' && !isReadOnly && <TakeOverServices gatewayId={gatewayId} />}
      {isAddedKind(kind) && <AddObject key={kind} kind={kind} gatewayId={gatewayId} isReadOnly={isReadOnly} />}
    </>
  );
};

/** No deployment makes upstreams or certificates: a list of none has something else to say. */
const emptyTextOf = (kind: ListedKind) =>
  kind === 'upstream' || kind === 'certificate' ? 'kong-objects.empty-text-own' : 'kong-objects.empty-text';

/** All objects of one kind that a gateway holds, whoever made them. */
export const ObjectList = ({ kind }: { kind: ListedKind }) => {
  const t = useLazyTexts('kong-objects');
  const dock = useDock();
  const list = useListParams(objectQueries[kind]);
  const [params, setParams] = list;
  const found = useQuery(objectListOptions(kind, params));
  const gateways = useQuery(gatewaysOptions);
  const [opened] = dock.stack;
  const openId = opened?.kind === dockView ? placeIn(opened.id)?.id : undefined;
  const columns = useMemo(
    () => objectColumns(t, kind, { openId, onOpen: (row) => dock.open(dockView, placeText(row)) }),
    [t, kind, openId, dock.open],
  );
  const all = gateways.data ?? [];
  const shown = all.find(({ id }) => id === (params.gatewayId ?? found.data?.gatewayId));
  return (
    <Page
      title={t(`kong-objects.title-${kind}`)}
      description={t(`kong-objects.text-${kind}`)}
      actions={<Create kind={kind} gateway={shown} />}
    >
      <ListScreen
        list={list}
        search={{
          label: t('kong-objects.search'),
          value: params.search,
          onChange: (search) => setParams({ search }),
        }}
        filters={
          <>
            {all.length > 1 && (
              <ChoiceFilter
                label={t('kong-objects.gateway')}
                value={shown && String(shown.id)}
                choices={all.map(({ id }) => String(id))}
                textOf={(id) => all.find((each) => String(each.id) === id)?.name ?? id}
                allText={null}
                onChange={(id) => setParams({ gatewayId: Number(id) })}
              />
            )}
            <ChoiceFilter
              label={t('kong-objects.owner')}
              value={params.owner}
              choices={['own', 'others'] as const}
              textOf={(owner) => t(`kong-objects.owner-${owner}`)}
              onChange={(owner) => setParams({ owner })}
            />
            <ChoiceFilter
              label={t('kong-objects.state')}
              value={params.state}
              choices={['enabled', 'disabled'] as const}
              textOf={(state) => t(`kong-objects.${state}`)}
              onChange={(state) => setParams({ state })}
            />
            <SearchField
              className="w-full sm:w-44"
              label={t('kong-objects.tag')}
              value={params.tag}
              onChange={(tag) => setParams({ tag })}
            />
          </>
        }
        unfiltered={{ search: '', tag: '', owner: undefined, state: undefined }}
        results={(count) => t('kong-objects.results', { count })}
        csvUrl={csvUrlOf(objectLists[kind], params)}
        label={t(`kong-objects.title-${kind}`)}
        columns={columns}
        query={found}
        rows={({ data }) => data}
        pageSize={params.size}
        empty={
          <Empty
            icon={Boxes}
            title={t('kong-objects.empty')}
            text={shown?.asOf === null ? t('kong-objects.empty-unread') : t(emptyTextOf(kind))}
          />
        }
      >
        <AsOf gateway={shown} />
        {shown?.isReadOnly && <ReadOnlyGateway />}
      </ListScreen>
    </Page>
  );
};
