// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, showLazy } from '../../test/show.tsx';
import { DeletionRequests } from './deletion-requests.tsx';

componentTests();
const { startWith } = pageServer();

it.each([
  ['requests', { page: 0, total: 0, requests: [] }, 'Organizations', '/organizations'],
  ['grants', { page: 0, total: 0, grants: [] }, 'Requests', '/delete-organization-requests'],
])('without rows, %s lead to where rows come from', async (tab, page, name, address) => {
  await startWith(json(200, page));
  history.replaceState(null, '', `?tab=${tab}`);
  await showLazy(<DeletionRequests />);
  const link = await screen.findByRole('link', { name });
  expect(link.getAttribute('href')).toBe(address);
});
