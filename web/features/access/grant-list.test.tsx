// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, show } from '../../test/show.tsx';
import { GrantList } from './grant-list.tsx';

componentTests('review');
const { startWith } = pageServer();

it('leads to the requests while nobody has access', async () => {
  await startWith(json(200, { page: 0, total: 0, grants: [] }));
  show(<GrantList />);
  const link = await screen.findByRole('link', { name: 'Requests' });
  expect(link.getAttribute('href')).toBe('/api-access-control');
});
