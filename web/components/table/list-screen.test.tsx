// @vitest-environment happy-dom
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { ProblemError } from '../../api/problem-error.ts';
import { componentTests, show } from '../../test/show.tsx';
import type { Column } from './column.ts';
import { ListScreen } from './list-screen.tsx';

componentTests();

type Thing = { id: number; name: string; calls: number };
type Page = { total: number; things: Thing[] };
type Params = { page: number; sort: string; order: 'asc' | 'desc'; search: string };

const columns: readonly Column<Thing>[] = [
  { id: 'name', header: 'Name', sortable: true, cell: ({ name }) => name },
  { id: 'calls', header: 'Calls', cell: ({ calls }) => calls, align: 'end' },
];
const unfiltered = { search: '' };

/** A list of 25 rows, ten on each page, unless `load` returns others. */
const List = ({ load, start = {} }: { load: (params: Params) => Promise<Page>; start?: Partial<Params> }) => {
  const [params, setParams] = useState<Params>({ page: 0, sort: 'name', order: 'asc', search: '', ...start });
  const query = useQuery({ queryKey: ['things', params], queryFn: () => load(params) }) as UseQueryResult<Page>;
  return (
    <ListScreen<Params, Page, Thing>
      label="Things"
      list={[params, (patch) => setParams((now) => ({ ...now, ...patch }))]}
      unfiltered={unfiltered}
      query={query}
      rows={(page) => page.things}
      columns={columns}
      pageSize={10}
      results={(count) => `${count} things`}
      empty={<p>No thing yet. Add the first one.</p>}
    />
  );
};

const things = (from: number) =>
  Array.from({ length: 10 }, (_, index) => ({ id: from + index, name: `Thing ${from + index}`, calls: index }));
const pageOfThings = async ({ page }: Params): Promise<Page> => ({ total: 25, things: things(page * 10) });
const never = () => new Promise<Page>(() => {});

it('is busy until its rows are loaded, then shows their number', async () => {
  const first = show(<List load={never} />);
  expect(screen.getByRole('table', { name: 'Things' }).getAttribute('aria-busy')).toBe('true');
  first.unmount();
  show(<List load={pageOfThings} />);
  expect(await screen.findByRole('cell', { name: /Thing 3$/ })).toBeTruthy();
  expect(screen.getByRole('table', { name: 'Things' }).getAttribute('aria-busy')).toBe('false');
  expect(screen.getByText('25 things')).toBeTruthy();
});

it("sorts on the server by a column, then in the other direction; other columns can't be sorted", async () => {
  const load = vi.fn(pageOfThings);
  const { user } = show(<List load={load} />);
  await screen.findByRole('cell', { name: /Thing 3$/ });
  const header = screen.getByRole('columnheader', { name: /Name/ });
  expect(header.getAttribute('aria-sort')).toBe('ascending');
  await user.click(within(header).getByRole('button'));
  await screen.findByRole('cell', { name: /Thing 3$/ });
  expect(load).toHaveBeenLastCalledWith(expect.objectContaining({ sort: 'name', order: 'desc' }));
  expect(screen.getByRole('columnheader', { name: /Name/ }).getAttribute('aria-sort')).toBe('descending');
  const calls = screen.getByRole('columnheader', { name: /Calls/ });
  expect(within(calls).queryByRole('button')).toBeNull();
  expect(calls.getAttribute('aria-sort')).toBeNull();
});

it('turns its pages', async () => {
  const { user } = show(<List load={pageOfThings} />);
  await screen.findByRole('cell', { name: /Thing 3$/ });
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(await screen.findByRole('cell', { name: /Thing 13$/ })).toBeTruthy();
  expect(screen.queryByRole('cell', { name: /Thing 3$/ })).toBeNull();
});

it('offers the next step if there are no rows at all', async () => {
  show(<List load={async () => ({ total: 0, things: [] })} />);
  expect(await screen.findByText('No thing yet. Add the first one.')).toBeTruthy();
});

it('offers to clear the filters if nothing matches, and then shows all rows', async () => {
  const load = async (params: Params) => (params.search === '' ? pageOfThings(params) : { total: 0, things: [] });
  const { user } = show(<List load={load} start={{ search: 'nowhere' }} />);
  expect(await screen.findByText('Nothing matches these filters')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByRole('cell', { name: /Thing 3$/ })).toBeTruthy();
});

it('shows an error if loading failed, and loads again on request', async () => {
  const load = vi.fn(pageOfThings).mockRejectedValueOnce(new ProblemError(503, 'unavailable'));
  const { user } = show(<List load={load} />);
  expect(await screen.findByText('This could not be loaded')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('cell', { name: /Thing 3$/ })).toBeTruthy();
});
