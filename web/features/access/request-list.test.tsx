// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Answering } from '#test/servers/answering-server.ts';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, notices, show } from '../../test/show.tsx';
import { RequestList } from './request-list.tsx';

componentTests('review');
const { startWith, seen } = pageServer();

const request = {
  ...{
    id: 11,
    type: 'api',
    productId: 3,
    apiName: 'Orders',
    apiOrganizationName: 'Acme',
    organizationId: 2,
    organizationName: 'Harbour',
  },
  ...{ createdBy: 7, firstname: 'Liam', lastname: 'Chen', createdAt: '2026-01-02T03:04:05.000Z', reason: '' },
  ...{ status: 'NEW', approved: false, denied: false, note: '', decidedAt: null, decidedBy: null },
};
const facts = {
  own: false,
  external: true,
  environments: ['PROD'],
  granted: { names: [], total: 0 },
  joined: [],
  denied: null,
};
const open = async (status: string, decision: Answering = json(200, { apiAccessRequestId: 11, position: '1' })) => {
  const list = json(200, { requests: [{ ...request, status }], total: 1, page: 0 });
  await startWith(list, json(200, facts), decision, list);
  const { user } = show(<RequestList />);
  const row = (await screen.findByText('Orders')).closest('tr') as HTMLElement;
  return { user, cells: within(row).getAllByRole('cell') };
};
const icon = (verb: string) => screen.queryByRole('button', { name: `${verb} the request of Harbour for Orders` });

it('has the columns of a request', async () => {
  const { cells } = await open('NEW');
  // A cell also has the name of its column, for small screens.
  const shown = ['ID11', 'TypeAPI', 'API or event categoryOrders', 'OrganizationHarbour', 'Requested byLiam Chen'];
  expect(cells.slice(0, 5).map(({ textContent }) => textContent)).toEqual(shown);
});

it.each([
  ['Approve', 'approve', 'The request has been approved'],
  ['Deny', 'deny', 'The request has been denied'],
])('%s is an icon while the request waits', async (name, verb, text) => {
  const { user } = await open('NEW');
  await user.click(icon(name) as HTMLElement);
  const dialog = within(await screen.findByRole('dialog', { name: 'Request for access' }));
  expect(
    dialog
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
      .at(-2),
  ).toBe(name);
  await dialog.findByText('PROD');
  await user.click(dialog.getByRole('button', { name }));
  await waitFor(() => expect(notices.map((notice) => notice.text)).toEqual([text]));
  expect(seen()[1]?.url).toBe('/api/request-access/11/facts');
  expect(seen()[2]).toMatchObject({ method: 'POST', url: `/api/${verb}-api-access-request` });
});

it('leaves a request of the reader to another administrator', async () => {
  await startWith(json(200, { requests: [request], total: 1, page: 0 }), json(200, { ...facts, own: true }));
  const { user } = show(<RequestList />);
  await user.click((await screen.findByRole('button', { name: /^Approve the request/ })) as HTMLElement);
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText(/Another administrator has to decide/);
  expect(dialog.queryByRole('button', { name: 'Approve' })).toBeNull();
});

it('says what failed in the specified words', async () => {
  const { user } = await open('NEW', json(409, { code: 'access.decided-already', status: 409, title: 'Conflict' }));
  await user.click(icon('Approve') as HTMLElement);
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('PROD');
  await user.click(dialog.getByRole('button', { name: 'Approve' }));
  const text = 'An error occurred while changing the state of the API access request';
  await waitFor(() => expect(notices.map((notice) => notice.text)).toEqual([text]));
});

it.each(['APPROVED', 'DENIED'])('shows no such icons of a request that is %s', async (status) => {
  await open(status);
  expect([icon('Approve'), icon('Deny')]).toEqual([null, null]);
  expect(screen.getByRole('button', { name: 'Details of the request of Harbour for Orders' })).toBeTruthy();
});

it('says that a request is for an event category, and what approving it opens', async () => {
  const list = json(200, { requests: [{ ...request, type: 'event', apiName: 'Orders' }], total: 1, page: 0 });
  await startWith(list, json(200, { ...facts, environments: [] }));
  const { user } = show(<RequestList />);
  const row = (await screen.findByText('Orders')).closest('tr') as HTMLElement;
  expect(within(row).getAllByRole('cell')[1]?.textContent).toBe('TypeEvent category');
  await user.click(icon('Approve') as HTMLElement);
  const dialog = within(await screen.findByRole('dialog', { name: 'Request for access' }));
  await dialog.findByText('No other event category');
  expect(dialog.queryByText(/add keys/)).toBeNull();
});
