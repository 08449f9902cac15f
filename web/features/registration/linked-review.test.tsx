// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Answering } from '#test/servers/answering-server.ts';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, showLazy } from '../../test/show.tsx';
import { LinkedReview } from './linked-review.tsx';

componentTests();
const { startWith, seen } = pageServer();

const row = {
  ...{ id: 12, company: 'Harbour', companyAdmin: false, firstName: 'Nora', lastName: 'Lind', comments: '' },
  ...{ email: 'nora@harbour.example', phoneNumber: '', createdAt: '2026-01-02T03:04:05.000Z', status: 'NEW' },
  ...{
    organizationId: 2,
    organizationName: 'Harbour',
    colleagues: 'some',
    reason: '',
    decidedAt: null as string | null,
  },
  decidedBy: null as string | null,
  erased: false,
};
const open = async (address: string, rows: readonly object[]) => {
  const answer: Answering = (request, response) =>
    json(
      200,
      request.url?.startsWith('/actuator')
        ? { environment: 'local', mail: true }
        : { accessRequests: rows, total: rows.length, page: 0 },
    )(request, response);
  await startWith(answer, answer, answer);
  history.replaceState(null, '', address);
  return await showLazy(<LinkedReview scope="own" />);
};
const lists = () => seen().filter(({ url }) => url.startsWith('/api/'));

it('opens the form of the request that the address names, which leads to denying it', async () => {
  const { user } = await open('/queue-requests?search=x&request=12', [row]);
  expect(await screen.findByRole('dialog', { name: 'Approve this request' })).toBeTruthy();
  expect(lists()[0]?.url).toMatch(/^\/api\/organization-pending-requests\?.*\bid=12\b/);
  expect(lists()[0]?.url).toContain('status=ALL');
  expect(screen.getByText('Nora Lind')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Deny this request' }));
  expect(await screen.findByRole('textbox', { name: /^Reason/ })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Approve this request' }));
  expect(await screen.findByRole('textbox', { name: /^First name/ })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(location.search).toBe('?search=x');
});

it('shows who decided a request meanwhile', async () => {
  await open('/queue-requests?request=12', [
    { ...row, status: 'DENIED', decidedAt: row.createdAt, decidedBy: 'Grace Okafor' },
  ]);
  expect(await screen.findByRole('dialog', { name: 'Request for an account' })).toBeTruthy();
  expect(screen.getByText(/Grace Okafor/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
});

it('says if this reader has no such request', async () => {
  await open('/queue-requests?request=12', []);
  expect(await screen.findByRole('dialog', { name: 'There is no such request' })).toBeTruthy();
});

it.each(['', '?request=', '?request=0', '?request=1e9', '?request=x'])('opens nothing for "%s"', async (search) => {
  const { container } = await open(`/queue-requests${search}`, [row]);
  expect(container.innerHTML).toBe('');
  expect(lists()).toEqual([]);
});
