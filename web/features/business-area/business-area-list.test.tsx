// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, show } from '../../test/show.tsx';
import { BusinessAreaList } from './business-area-list.tsx';

componentTests('business-areas');
const { startWith } = pageServer();

const logistics = { id: 1, name: 'Logistics', description: 'Parcels and lorries', basedOn: 1 };

it('says why the list is empty and what to do, and offers to add the first business area', async () => {
  await startWith(json(200, []));
  const { user } = show(<BusinessAreaList />);
  expect(await screen.findByText('There are no business areas.')).toBeTruthy();
  expect(screen.getByText(/^Add the first one\./)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Add business area' }));
  expect(location.search).toContain('business-area');
});

it('shows each business area, and adding one above them', async () => {
  await startWith(json(200, [logistics]));
  show(<BusinessAreaList />);
  expect(await screen.findByText('Parcels and lorries')).toBeTruthy();
  expect(screen.queryByText('There are no business areas.')).toBeNull();
  expect(screen.getAllByRole('button', { name: 'Add business area' })).toHaveLength(1);
});
