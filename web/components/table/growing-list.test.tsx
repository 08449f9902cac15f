// @vitest-environment happy-dom
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { growingListParameters } from '#domain/core/list.ts';
import { componentTests, show } from '../../test/show.tsx';
import { ListScreen } from './list-screen.tsx';
import { useListParams } from './use-list-params.ts';

componentTests();

const listQuery = z.extend(growingListParameters(['at'], { sort: 'at', order: 'desc' }), {
  search: z._default(z.string(), ''),
});
type Query = z.output<typeof listQuery>;

/** Numbers of calls, newest first. The place of a call in the list is its number. */
let calls: number[] = [];
/** Rows that are counted; the list may have more. */
let mostCounted = Number.POSITIVE_INFINITY;
const size = 10;
const upTo = (newest: number) => Array.from({ length: newest }, (_, index) => newest - index);

const load = async ({ page, after, before, search }: Query) => {
  const all = calls.filter((call) => String(call).includes(search));
  const older = after === undefined ? all : all.filter((call) => call < Number(after));
  const rest = before === undefined ? older : all.filter((call) => call > Number(before)).slice(-size);
  const found = rest.slice((after ?? before) ? 0 : page * size).slice(0, size);
  const [first, last] = [found[0], found.at(-1)];
  const start = first === undefined ? (before === undefined ? all.length : 0) : all.indexOf(first);
  return {
    found: found.map((id) => ({ id })),
    total: Math.min(all.length, mostCounted),
    ...(all.length > mostCounted && { isLeast: true }),
    page: first === undefined ? Math.ceil(start / size) : Math.floor(start / size),
    start,
    next: last !== undefined && last !== all.at(-1) ? String(last) : null,
    previous: first !== undefined && start > 0 ? String(first) : null,
  };
};

const Calls = () => {
  const list = useListParams(listQuery);
  const [params, setParams] = list;
  const query = useQuery({
    queryKey: ['calls', params],
    queryFn: () => load(params),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return (
    <ListScreen
      label="Calls"
      list={list}
      search={{ label: 'Search', value: params.search, onChange: (search) => setParams({ search }) }}
      unfiltered={{ search: '' }}
      query={query}
      rows={({ found }) => found}
      columns={[{ id: 'at', header: 'Call', sortable: true, cell: ({ id }) => `Call ${id}` }]}
      pageSize={size}
      results={(count) => `${count} calls`}
      empty={<p>No calls</p>}
    />
  );
};

const button = (name: string) => screen.getByRole('button', { name });
/** Waits for a call, and returns all that are shown. */
const shown = async (call: number) => {
  await screen.findByText(`Call ${call}`);
  return screen.getAllByText(/^Call \d+$/).map((cell) => Number(cell.textContent.slice('Call '.length)));
};
const range = () => screen.getByRole('navigation', { name: 'Calls' }).textContent;
const address = () => new URLSearchParams(location.search);

it('reads on after the last row that is shown, whatever came and went, and says where that is now', async () => {
  calls = upTo(40);
  const { user } = show(<Calls />);
  expect(await shown(40)).toEqual([40, 39, 38, 37, 36, 35, 34, 33, 32, 31]);
  expect(range()).toContain('1–10 of 40');

  // 25 calls come, and two go: also the last one that is shown.
  calls = upTo(65).filter((call) => call !== 31 && call !== 38);
  await user.click(button('Next page'));
  expect(await shown(30)).toEqual([30, 29, 28, 27, 26, 25, 24, 23, 22, 21]);
  expect(range()).toContain('34–43 of 63');
  expect(button('Page 4').getAttribute('aria-current')).toBe('page');
  expect(address().get('after')).toBe('31');
  expect(address().has('page')).toBe(false);

  // The neighbor's number leads there in the same way.
  await user.click(button('Page 5'));
  expect(await shown(20)).toHaveLength(10);
  await user.click(button('Previous page'));
  expect(await shown(30)).toEqual([30, 29, 28, 27, 26, 25, 24, 23, 22, 21]);
  expect(address().get('before')).toBe('20');
  expect(address().has('after')).toBe(false);
});

it('goes to another page by its number, and to the first page with another order or search', async () => {
  calls = upTo(90);
  const { user } = show(<Calls />);
  await shown(90);
  await user.click(button('Next page'));
  await shown(80);
  await user.click(button('Page 9'));
  await shown(10);
  expect(address().toString()).toBe('page=8');
  await user.click(button('Previous page'));
  await shown(20);
  expect(address().has('before')).toBe(true);
  await user.click(button('Sort by Call'));
  await waitFor(() => expect(address().toString()).toBe('order=asc'));
  await user.click(button('Next page'));
  await waitFor(() => expect(address().has('after')).toBe(true));
  await user.type(screen.getByLabelText('Search'), '8');
  await waitFor(() => expect(address().toString()).toBe('order=asc&search=8'));
});

it.each([
  ['after=9', 'the last page when nothing is after a row any more', 19, 'page=1'],
  ['before=40', 'the first page when nothing is before it any more', 39, ''],
])('%s leads to %s', async (start, _what, call, end) => {
  calls = upTo(39).filter((each) => each > 9);
  if (start.startsWith('after')) calls = upTo(29).filter((each) => each > 9);
  history.replaceState(null, '', `/?${start}`);
  show(<Calls />);
  await shown(call);
  expect(address().toString()).toBe(end);
});

it('shows the first page for a place that is no place', async () => {
  calls = upTo(20);
  history.replaceState(null, '', '/?after=%2F%2F');
  show(<Calls />);
  expect(await shown(20)).toHaveLength(10);
});

it('counts no further than the list does, and reads on beyond', async () => {
  calls = upTo(45);
  mostCounted = 20;
  history.replaceState(null, '', '/?page=1');
  const { user } = show(<Calls />);
  await shown(35);
  expect(range()).toContain('11–20 of 20+');
  await user.click(button('Next page'));
  await shown(25);
  expect(range()).toContain('21–30 of 20+');
  await user.click(button('Previous page'));
  await shown(35);
  mostCounted = Number.POSITIVE_INFINITY;
});
