import { useQuery } from '@tanstack/react-query';
import { Boxes } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import {
  type DecisionRow,
  decidedAtOnce,
  decisionPageSize,
  decisionQuery,
  type ServicesDecided,
} from '#domain/take-over/decisions.ts';
import { listDecisions } from '#domain/take-over/many-calls.ts';
import { decisionStates } from '#domain/take-over/verdict.ts';
import { csvUrlOf } from '../../api/csv-url.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { ChoiceFilter } from '../../components/table/choice-filter.tsx';
import { ListScreen } from '../../components/table/list-screen.tsx';
import { SelectionBar } from '../../components/table/selection-bar.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { useSelectedRows } from '../../components/table/use-selected-rows.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { allApisOptions } from '../api/shared/all-apis.ts';
import { AsOf } from '../gateway-object/shared/as-of.tsx';
import { dockView, placeIn, placeText } from '../gateway-object/shared/dock-view.ts';
import { gatewaysOptions } from '../gateway-object/shared/gateways.ts';
import { ReadOnlyGateway } from '../gateway-object/shared/read-only.tsx';
import { type Ask, ManyDecisions, RowDecisions } from './decision-buttons.tsx';
import { decisionColumns } from './decision-columns.tsx';
import { DecisionProgress } from './decision-progress.tsx';
import { mayDecide } from './may-decide.ts';
import { decisionsOptions, takeManyCommand } from './queries.ts';
import { RefusedServices } from './refused-services.tsx';
import { useDecisions } from './use-decisions.ts';

const TakeManyDialog = lazy(() =>
  import('./take-many-dialog.tsx').then((module) => ({ default: module.TakeManyDialog })),
);
const SkipDialog = lazy(() => import('./skip-dialog.tsx').then((module) => ({ default: module.SkipDialog })));

/** The services of a gateway that are not of this portal: each is put under the portal, skipped, or waits. */
export const DecisionList = () => {
  const t = useLazyTexts('take-overs', 'take-over', 'kong-objects');
  const dock = useDock();
  const list = useListParams(decisionQuery);
  const [params, setParams] = list;
  const found = useQuery(decisionsOptions(params));
  const gateways = useQuery(gatewaysOptions).data ?? [];
  const apis = useQuery(allApisOptions);
  const selection = useSelectedRows<DecisionRow>(`${params.gatewayId} ${params.state} ${params.search}`);
  const decisions = useDecisions(found.data);
  const [asked, setAsked] = useState<{ intent: 'take' | 'skip'; services: readonly DecisionRow[] }>();
  const [opened] = dock.stack;
  const openId = opened?.kind === dockView ? placeIn(String(opened.id))?.id : undefined;
  const columns = useMemo(
    () =>
      decisionColumns(t, {
        openId,
        onOpen: ({ id, gatewayId }) => dock.open(dockView, placeText({ kind: 'service', gatewayId, id })),
      }),
    [t, openId, dock.open],
  );
  const page = found.data;
  const shown = gateways.find(({ id }) => id === (params.gatewayId ?? page?.gatewayId));
  const rows = (page?.data ?? []).filter(mayDecide);
  const end = (done: ServicesDecided) => {
    decisions.setRefused(done.refused);
    setAsked(undefined);
    selection.clear();
  };
  const onAsk: Ask = (intent, services) => {
    if (intent !== 'reopen') setAsked({ intent, services });
    else void decisions.reopen(services).then(() => selection.clear());
  };
  const selectAll = async () => {
    const all = await decisions.readAll(params, page?.total ?? 0);
    if (all) selection.select(all.filter(mayDecide), true);
  };
  const gatewayId = page?.gatewayId ?? undefined;
  return (
    <Page title={t('take-overs.title')} description={t('take-overs.text')}>
      {page && (
        <DecisionProgress
          page={page}
          isBusy={decisions.isBusy}
          onState={(state) => setParams({ state })}
          onStop={() => void decisions.stop()}
          onRetry={() => void decisions.retry()}
        />
      )}
      <RefusedServices refused={decisions.refused} />
      <ListScreen
        list={list}
        search={{
          label: t('kong-objects.search'),
          value: params.search,
          onChange: (search) => setParams({ search }),
        }}
        filters={
          <>
            {gateways.length > 1 && (
              <ChoiceFilter
                label={t('kong-objects.gateway')}
                value={shown && String(shown.id)}
                choices={gateways.map(({ id }) => String(id))}
                textOf={(id) => gateways.find((each) => String(each.id) === id)?.name ?? id}
                allText={null}
                onChange={(id) => setParams({ gatewayId: Number(id) })}
              />
            )}
            <ChoiceFilter
              label={t('take-overs.state')}
              value={params.state}
              choices={decisionStates}
              textOf={(state) => t(`take-overs.state-${state}`)}
              onChange={(state) => setParams({ state })}
            />
          </>
        }
        unfiltered={{ search: '', state: undefined }}
        results={(count) => t('take-overs.results', { count })}
        csvUrl={csvUrlOf(listDecisions, params)}
        label={t('take-overs.title')}
        columns={columns}
        query={found}
        rows={({ data }) => data}
        rowStart={{
          header: t('take-overs.selection'),
          cell: (row) =>
            mayDecide(row) && (
              <input
                type="checkbox"
                aria-label={t('take-overs.select-of', { name: row.name || row.id.slice(0, 8) })}
                checked={selection.selected.has(row.id)}
                onChange={(event) => selection.select([row], event.target.checked)}
                className="block size-4 accent-accent"
              />
            ),
        }}
        rowActions={(row) => <RowDecisions row={row} onAsk={onAsk} />}
        pageSize={decisionPageSize}
        empty={<Empty icon={Boxes} title={t('take-overs.empty')} text={t('take-overs.empty-text')} />}
      >
        <AsOf gateway={shown} />
        {shown?.isReadOnly && <ReadOnlyGateway />}
        <SelectionBar
          label={t('take-overs.selection')}
          selection={selection}
          rows={rows}
          total={params.state === 'taking' || params.state === 'taken' ? rows.length : (page?.total ?? 0)}
          most={decidedAtOnce}
          pageText={t('take-overs.select-page')}
          foundText={(count) => t('take-overs.select-found', { count })}
          selectedText={(count) => t('take-overs.selected', { count })}
          onSelectAll={decisions.isBusy ? undefined : () => void selectAll()}
        >
          {(isTooMany) => (
            <ManyDecisions
              selected={[...selection.selected.values()]}
              isOff={isTooMany || decisions.isBusy}
              onAsk={onAsk}
            />
          )}
        </SelectionBar>
      </ListScreen>
      {asked && gatewayId !== undefined && (
        <Suspense>
          {asked.intent === 'take' ? (
            <TakeManyDialog
              {...{ command: takeManyCommand, gatewayId, services: asked.services, apis: apis.data ?? [], onDone: end }}
              open={apis.data !== undefined}
              onClose={() => setAsked(undefined)}
            />
          ) : (
            <SkipDialog
              {...{ gatewayId, services: asked.services, onDone: end }}
              open
              onClose={() => setAsked(undefined)}
            />
          )}
        </Suspense>
      )}
    </Page>
  );
};
