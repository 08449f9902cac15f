import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { CardScreen } from '../components/table/card-screen.tsx';
import { ChoiceFilter } from '../components/table/choice-filter.tsx';
import { DateInput } from '../components/table/date-input.tsx';
import { DecisionActions } from '../components/table/decision-actions.tsx';
import { ListScreen } from '../components/table/list-screen.tsx';
import { LongChoiceFilter } from '../components/table/long-choice-filter.tsx';
import { MultiSelect } from '../components/table/multi-select.tsx';
import { NoMatch } from '../components/table/no-match.tsx';
import { ReportFilters } from '../components/table/report-filters.tsx';
import { RowAction } from '../components/table/row-action.tsx';
import { RowCard } from '../components/table/row-card.tsx';
import { SelectFilter } from '../components/table/select-filter.tsx';
import { SelectionBar } from '../components/table/selection-bar.tsx';
import { SortMenu } from '../components/table/sort-menu.tsx';
import { TextFilter } from '../components/table/text-filter.tsx';
import { useSelectedRows } from '../components/table/use-selected-rows.ts';
import { Button } from '../components/ui/button.tsx';
import { Sample } from './sample.tsx';

type Thing = { id: number; name: string; calls: number };
type Page = { total: number; page: number; things: Thing[] };
type Params = { page: number; sort: string; order: 'asc' | 'desc'; search: string };

const names = ['Orders API', 'Refunds API', 'Payments API', 'Price List API', 'Delivery Slots API'];
const load = ({ page, search }: Params): Page => {
  const found = Array.from({ length: 23 }, (_, index) => ({
    id: index,
    name: `${names[index % names.length]} ${index}`,
    calls: index * 117,
  })).filter(({ name }) => name.includes(search));
  return { total: found.length, page, things: found.slice(page * 5, page * 5 + 5) };
};

/** @param key makes samples with the same parameters different. */
const useThings = (key: string, isLoading = false) => {
  const [params, setParams] = useState<Params>({ page: 0, sort: 'name', order: 'asc', search: '' });
  const query = useQuery({
    queryKey: [key, params, isLoading],
    queryFn: () => (isLoading ? new Promise<Page>(() => {}) : load(params)),
  }) as UseQueryResult<Page>;
  const set = (patch: Partial<Params>) => setParams((now) => ({ ...now, ...patch }));
  return { params, set, query };
};

/**
 * A whole list: bar, search, table, sorting and pages (`list-bar`, `search-field`, `data-table`, `sort-header`,
 * `pagination`).
 */
const List = ({ isLoading = false }: { isLoading?: boolean }) => {
  const { params, set, query } = useThings('list', isLoading);
  return (
    <div className="w-full">
      <ListScreen<Params, Page, Thing>
        label="Things"
        list={[params, set]}
        search={{ label: 'Search', value: params.search, onChange: (search) => set({ search, page: 0 }) }}
        unfiltered={{ search: '' }}
        query={query}
        rows={({ things }) => things}
        columns={[
          { id: 'name', header: 'API', sortable: true, cell: ({ name }) => name },
          { id: 'calls', header: 'Calls', sortable: true, align: 'end', cell: ({ calls }) => calls },
        ]}
        pageSize={5}
        rowActions={({ name, calls }) => (
          <DecisionActions isWaiting={calls > 0} labelOf={(intent) => `${intent} ${name}`} onAsk={() => undefined} />
        )}
        results={(count) => `${count} things`}
        empty={<p>Nothing yet</p>}
      />
    </div>
  );
};

/** A whole list of cards, with its bar, order and pages (`row-card`, `sort-menu`). */
const Cards = () => {
  const { params, set, query } = useThings('cards');
  return (
    <div className="w-full">
      <CardScreen<Params, Page, Thing>
        label="Things"
        list={[params, set]}
        search={{ label: 'Search', value: params.search, onChange: (search) => set({ search, page: 0 }) }}
        filters={<SortMenu params={params} onParams={set} sorts={{ 'name-asc': 'Name', 'calls-desc': 'Calls' }} />}
        unfiltered={{ search: '' }}
        results={(count) => `${count} things`}
        csvUrl="#"
        query={query}
        rows={({ things }) => things}
        pageSize={5}
        card={({ name, calls }) => (
          <RowCard name={name} under="Store" text="Sells things" isOpen={false} onOpen={() => undefined}>
            <p className="mt-auto text-muted text-xs">{calls} calls</p>
          </RowCard>
        )}
        empty={<p>Nothing yet</p>}
      />
    </div>
  );
};

const Ticking = () => {
  const selection = useSelectedRows<Thing>('all');
  const { things } = load({ page: 0, sort: 'name', order: 'asc', search: '' });
  return (
    <SelectionBar
      label="Chosen things"
      selection={selection}
      rows={things}
      total={23}
      most={20}
      pageText="Select this page"
      foundText={(count) => `Select ${count} things`}
      selectedText={(count) => `${count} selected`}
      onSelectAll={undefined}
    >
      {(isTooMany) => (
        <Button size="small" disabled={isTooMany}>
          Delete
        </Button>
      )}
    </SelectionBar>
  );
};

export const TableSamples = () => {
  const [environment, setEnvironment] = useState<string>();
  const [name, setName] = useState<string>();
  const [chosen, setChosen] = useState<number[]>([]);
  const [date, setDate] = useState('2026-11-22');
  return (
    <>
      <Sample name="list-screen: list-bar, search-field, data-table, sort-header, pagination">
        <List />
      </Sample>
      <Sample name="data-table while it is loaded: skeleton-rows">
        <List isLoading />
      </Sample>
      <Sample name="card-screen: row-card, sort-menu">
        <Cards />
      </Sample>
      <Sample name="choice-filter, long-choice-filter, multi-select, date-input">
        <ChoiceFilter
          label="Environment"
          value={environment}
          choices={['DEV', 'TEST', 'UAT', 'PROD']}
          textOf={(each) => each}
          onChange={setEnvironment}
        />
        <LongChoiceFilter label="API" value={name} choices={names} textOf={(each) => each} onChange={setName} />
        <MultiSelect
          label="APIs"
          options={names.map((label, value) => ({ value, label }))}
          selected={chosen}
          onChange={setChosen}
        />
        <DateInput label="From" value={date} onChange={setDate} />
      </Sample>
      <Sample name="report-filters">
        <ReportFilters applied={{}} none={{}} onApply={() => {}}>
          {() => null}
        </ReportFilters>
      </Sample>
      <Sample name="select-filter, text-filter">
        <SelectFilter
          label="Kind"
          options={[{ value: 'api', label: 'API' }]}
          value={undefined as string | undefined}
          onChange={() => {}}
        />
        <TextFilter label="Address" placeholder="203.0.113.24" />
      </Sample>
      <Sample name="row-action">
        <div className="@container flex w-full">
          <RowAction icon={Pencil} word="Edit" label="Edit Orders API" href="#" />
          <RowAction icon={Trash2} word="Delete" label="Delete Orders API" why="Not now" isOff onClick={() => {}} />
        </div>
      </Sample>
      <Sample name="selection-bar">
        <Ticking />
      </Sample>
      <Sample name="no-match">
        <NoMatch onClear={() => {}} />
      </Sample>
    </>
  );
};
