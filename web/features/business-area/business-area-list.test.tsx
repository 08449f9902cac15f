// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, show } from '../../test/show.tsx';
import { BusinessAreaList } from './business-area-list.tsx';

componentTests('business-areas');
const { startWith, seen } = pageServer();

const logistics = { id: 1, name: 'Logistics', description: 'Parcels and lorries', basedOn: 1 };

it('says why the list is empty and what to do, and offers to add the first business area', async () => {
  await startWith(json(200, { areas: [], total: 0, page: 0 }));
  const { user } = show(<BusinessAreaList />);
  expect(await screen.findByText('There are no business areas.')).toBeTruthy();
  expect(screen.getByText(/^Add the first one\./)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Add business area' }));
  expect(location.search).toContain('business-area');
});

it('shows each business area, and adding one above them', async () => {
  await startWith(json(200, { areas: [logistics], total: 1, page: 0 }));
  show(<BusinessAreaList />);
  expect(await screen.findByText('Parcels and lorries')).toBeTruthy();
  expect(screen.queryByText('There are no business areas.')).toBeNull();
  expect(screen.getAllByRole('button', { name: 'Add business area' })).toHaveLength(1);
});

it('finds business areas, sorts them and shows the rest on other pages', async () => {
  await startWith(...Array.from({ length: 4 }, () => json(200, { areas: [logistics], total: 12, page: 0 })));
  const { user } = show(<BusinessAreaList />);
  expect(await screen.findByText('12 business areas')).toBeTruthy();
  expect(screen.getByRole('navigation', { name: 'Pages of business areas' })).toBeTruthy();
  await user.type(screen.getByRole('searchbox', { name: 'Search by name or description' }), 'parcels');
  await waitFor(() => expect(seen().at(-1)?.url).toContain('name=parcels'));
  expect(seen()[0]?.url).toContain('sort=name&order=asc');
});
