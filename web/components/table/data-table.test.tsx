// @vitest-environment happy-dom
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { call } from '#domain/core/call.ts';
import { get } from '../../api/client.ts';
import { held, json, pageServer } from '../../test/server.ts';
import { componentTests, show } from '../../test/show.tsx';
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '../ui/dropdown-menu.tsx';
import type { Column } from './column.ts';
import { DataTable } from './data-table.tsx';

const page = z.object({ total: z.number(), fruits: z.array(z.object({ id: z.number(), name: z.string() })) });
type Fruit = z.output<typeof page>['fruits'][number];
const listFruits = call({
  method: 'get',
  path: '/api/fruits',
  query: z.object({ page: z.number(), sort: z.string(), order: z.string() }),
  response: page,
});

componentTests();
const server = pageServer();
const fruits = (total: number, ...names: string[]) =>
  json(200, { total, fruits: names.map((name, index) => ({ id: index + 1, name })) });

/** A list as on a screen: the server sorts and pages. Its columns are a new list at each rendering. */
const Fruits = ({ hasMenu = false }: { hasMenu?: boolean }) => {
  const [params, setParams] = useState({ page: 0, sort: 'name', order: 'asc' as 'asc' | 'desc' });
  const [drawn, setDrawn] = useState(0);
  const query = useQuery({
    queryKey: ['fruits', params],
    queryFn: ({ signal }) => get(listFruits, { query: params }, signal),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const columns: Column<Fruit>[] = [
    {
      id: 'name',
      header: 'Name',
      named: ({ id, name }) => ({ id, name, texts: [`from tree ${id}`] }),
      cell: ({ name }) => <bdi>{name}</bdi>,
      sortable: true,
    },
    { id: 'id', header: 'Number', cell: ({ id }) => id, sortable: true, align: 'end' },
    { id: 'drawn', header: 'Drawn', cell: () => drawn },
  ];
  const menu = ({ name }: Fruit) => (
    <DropdownMenu>
      <DropdownMenuTrigger aria-label={`Menu of ${name}`} />
      <DropdownMenuContent>
        <DropdownMenuItem
          onSelect={(event) => {
            event.preventDefault();
            setDrawn(drawn + 1);
          }}
        >
          Draw
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
  return (
    <DataTable
      label="Fruits"
      columns={columns}
      query={query}
      rows={(data) => data.fruits}
      rowId={({ id }) => id}
      params={params}
      onParams={(patch) => setParams({ ...params, ...patch })}
      pageSize={2}
      {...(hasMenu && { rowActions: menu })}
      empty={<p>No fruits yet</p>}
    />
  );
};

const table = () => screen.getByRole('table', { name: 'Fruits' });
const header = (name: string) => screen.getByRole('columnheader', { name });
const sortBy = (name: string) => userEvent.click(screen.getByRole('button', { name: `Sort by ${name}` }));
const cells = () =>
  within(table())
    .getAllByRole('cell')
    .map((cell) => cell.querySelector('div')?.textContent);
const asked = () => server.seen().map(({ url }) => url.slice('/api/fruits?'.length));

it('names each cell, for a narrow screen', async () => {
  await server.startWith(fruits(1, 'Apple'));
  show(<Fruits />);
  await screen.findByText('Apple');
  expect(
    within(table())
      .getAllByRole('cell')
      .map((cell) => cell.querySelector('span')?.textContent),
  ).toEqual(['Name', 'Number', 'Drawn']);
});

it("sorts upwards by another column, and downwards by the same; some columns can't be sorted", async () => {
  await server.startWith(fruits(1, 'Apple'), fruits(1, 'Apple'), fruits(1, 'Apple'));
  show(<Fruits />);
  await screen.findByText('Apple');
  expect(header('Name').getAttribute('aria-sort')).toBe('ascending');
  expect(header('Number').getAttribute('aria-sort')).toBe(null);
  expect(within(header('Drawn')).queryByRole('button')).toBe(null);
  await sortBy('Name');
  expect(header('Name').getAttribute('aria-sort')).toBe('descending');
  await sortBy('Number');
  expect(header('Number').getAttribute('aria-sort')).toBe('ascending');
  expect(header('Name').getAttribute('aria-sort')).toBe(null);
  await waitFor(() =>
    expect(asked()).toEqual(['page=0&sort=name&order=asc', 'page=0&sort=name&order=desc', 'page=0&sort=id&order=asc']),
  );
});

it('pages if there is more than one page, and keeps the old rows, busy, until the new ones are loaded', async () => {
  const second = held(fruits(3, 'Plum'));
  await server.startWith(fruits(3, 'Apple', 'Pear'), second.answering);
  show(<Fruits />);
  await screen.findByText('Apple');
  const pages = screen.getByRole('navigation', { name: 'Fruits' });
  expect(pages.textContent).toContain('1–2 of 3');
  expect(within(pages).getByRole('button', { name: 'Previous page' })).toHaveProperty('disabled', true);
  expect(within(pages).getByRole('button', { name: 'Page 1' }).getAttribute('aria-current')).toBe('page');
  await userEvent.click(within(pages).getByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(asked()).toHaveLength(2));
  expect(table().getAttribute('aria-busy')).toBe('true');
  expect(cells()).toContain('Apple');
  second.release();
  await screen.findByText('Plum');
  expect(screen.queryByText('Apple')).toBe(null);
  expect(pages.textContent).toContain('3–3 of 3');
  expect(within(pages).getByRole('button', { name: 'Next page' })).toHaveProperty('disabled', true);
});

it('has no pages if all rows fit on one', async () => {
  await server.startWith(fruits(2, 'Apple', 'Pear'));
  show(<Fruits />);
  await screen.findByText('Apple');
  expect(screen.queryByRole('navigation')).toBe(null);
});

it('leads to the last page when the rows of a page are gone', async () => {
  await server.startWith(fruits(3, 'Apple', 'Pear'), fruits(2), fruits(2, 'Apple', 'Fig'));
  show(<Fruits />);
  await screen.findByText('Apple');
  await userEvent.click(screen.getByRole('button', { name: 'Page 2' }));
  await screen.findByText('Fig');
  expect(screen.queryByText('Nothing matches these filters')).toBe(null);
});

it('gives the focus to the heading when what had it goes: a page, a row', async () => {
  await server.startWith(fruits(3, 'Apple', 'Pear'), fruits(2), fruits(2, 'Fig', 'Pear'), fruits(0));
  const { client } = show(
    <>
      <h1 tabIndex={-1}>All fruits</h1>
      <Fruits hasMenu />
    </>,
  );
  await screen.findByText('Apple');
  await userEvent.click(screen.getByRole('button', { name: 'Page 2' }));
  await screen.findByText('Fig');
  const heading = screen.getByRole('heading');
  expect(document.activeElement).toBe(heading);
  screen.getByRole('button', { name: 'Menu of Fig' }).focus();
  await client.invalidateQueries();
  await screen.findByText('No fruits yet');
  expect(document.activeElement).toBe(heading);
});

it('keeps the menu of a row open when the table is rendered again', async () => {
  await server.startWith(fruits(1, 'Apple'));
  show(<Fruits hasMenu />);
  await screen.findByText('Apple');
  expect(header('Actions').querySelector('span')?.className).toBe('sr-only');
  await userEvent.click(screen.getByRole('button', { name: 'Menu of Apple' }));
  const item = await screen.findByRole('menuitem', { name: 'Draw' });
  await userEvent.click(item);
  // An open menu hides everything else from screen readers.
  const cell = screen.getAllByRole('cell', { hidden: true })[2];
  await waitFor(() => expect(cell?.textContent).toBe('Drawn1'));
  expect(screen.getByRole('menuitem', { name: 'Draw' })).toBe(item);
});

it('tells rows of one name apart, and adds nothing to unique names', async () => {
  await server.startWith(fruits(3, 'Apple', 'Pear', 'apple'));
  show(<Fruits />);
  await screen.findByText('Pear');
  const names = within(table())
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);
  expect(names).toEqual(['NameApple from tree 1', 'NamePear', 'Nameapple from tree 3']);
});
