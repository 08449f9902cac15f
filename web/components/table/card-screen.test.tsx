// @vitest-environment happy-dom
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { componentTests, show } from '../../test/show.tsx';
import { CardScreen } from './card-screen.tsx';
import { SortMenu } from './sort-menu.tsx';

componentTests();

type Thing = { id: number; name: string };
type Page = { total: number; page: number; things: Thing[] };
type Params = { page: number; sort: 'id' | 'name'; order: 'asc' | 'desc'; name: string };
type Load = (params: Params) => Promise<Page>;

/** A list of cards, two on each page. */
const Cards = ({ load, start = {} }: { load: Load; start?: Partial<Params> }) => {
  const [params, setParams] = useState<Params>({ page: 0, sort: 'id', order: 'desc', name: '', ...start });
  const query = useQuery({ queryKey: ['cards', params], queryFn: () => load(params) }) as UseQueryResult<Page>;
  const set = (patch: Partial<Params>) => setParams((now) => ({ ...now, ...patch }));
  return (
    <CardScreen<Params, Page, Thing>
      label="Pages of things"
      list={[params, set]}
      search={{ label: 'Search', value: params.name, onChange: (name) => set({ name }) }}
      filters={
        <SortMenu params={params} onParams={set} sorts={{ 'id-desc': 'Newest first', 'name-asc': 'Name, A to Z' }} />
      }
      unfiltered={{ name: '' }}
      results={(count) => `${count} things`}
      csvUrl="/api/things/download"
      query={query}
      rows={({ things }) => things}
      pageSize={2}
      card={({ name }) => <p>{name}</p>}
      empty={<p>No thing yet. Add the first one.</p>}
    />
  );
};

const three: Load = async ({ page }) => ({
  total: 3,
  page,
  things: page === 0 ? [{ id: 1, name: 'One' }] : page === 1 ? [{ id: 3, name: 'Three' }] : [],
});

it('sorts on the server by the menu', async () => {
  const load = vi.fn(three);
  const { user } = show(<Cards load={load} />);
  await user.click(await screen.findByRole('button', { name: /Newest first/ }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Name, A to Z' }));
  expect(await screen.findByRole('button', { name: /Name, A to Z/ })).toBeTruthy();
  expect(load).toHaveBeenLastCalledWith({ page: 0, sort: 'name', order: 'asc', name: '' });
});

it('shows pages, the number of rows and the file', async () => {
  const { user } = show(<Cards load={three} />);
  expect(await screen.findByText('One')).toBeTruthy();
  expect(screen.getByText('3 things')).toBeTruthy();
  expect(screen.getByRole('link').getAttribute('href')).toBe('/api/things/download');
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(await screen.findByText('Three')).toBeTruthy();
});

it('says what to do if there are no rows', async () => {
  show(<Cards load={async ({ page }) => ({ total: 0, page, things: [] })} />);
  expect(await screen.findByText('No thing yet. Add the first one.')).toBeTruthy();
  expect(screen.queryByRole('searchbox')).toBeNull();
});

it('leads to the last page from a page after it', async () => {
  show(<Cards load={three} start={{ page: 7 }} />);
  expect(await screen.findByText('Three')).toBeTruthy();
});

it('leads back from a search without a result', async () => {
  const load: Load = async (params) => (params.name ? { total: 0, page: 0, things: [] } : await three(params));
  const { user } = show(<Cards load={load} start={{ name: 'x' }} />);
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByText('One')).toBeTruthy();
});
