// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, notices, show } from '../../test/show.tsx';
import { Inbox } from './inbox.tsx';

componentTests('inbox', 'review', 'drift');
const { startWith, seen } = pageServer();

const row = (key: number, more: object = {}) => ({
  ...{ id: `access-${key}`, kind: 'access', key: String(key), type: 'api', subject: `Orders ${key}`, detail: 'Acme' },
  ...{ asker: 'Liam Chen', organization: 'Harbour', reason: '', overdue: key === 1 },
  ...{ since: '2026-01-02T03:04:05.000Z', due: '2026-01-05T03:04:05.000Z', ...more },
});
const drift = row(3, {
  id: 'drift-3-x',
  kind: 'drift',
  key: '3-x',
  type: 'deployment',
  asker: '',
  subject: 'service orders',
});
const page = (...waiting: object[]) => json(200, { waiting, total: waiting.length, page: 0 });

it('says what comes here while nothing waits', async () => {
  await startWith(page());
  show(<Inbox />);
  expect(await screen.findByText('Nothing waits for your decision')).toBeTruthy();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

it('marks what is overdue, and decides requests for access together; what could not be decided stays ticked', async () => {
  const left = [{ id: 2, code: 'access.decided-already' }];
  const passedOn = { escalatedAt: '2026-01-05T03:05:00.000Z', escalatedTo: ['portal-administrators', 'auditors'] };
  await startWith(
    page(row(1, passedOn), row(2), drift),
    json(200, { decided: [1], left, position: '7' }),
    page(row(2), drift),
  );
  const { user } = show(<Inbox />);
  const first = (await screen.findByText('Orders 1')).closest('tr') as HTMLElement;
  expect(within(first).getByText('Overdue')).toBeTruthy();
  expect(within(first).getByText(/^Passed on to portal administrators and auditors/)).toBeTruthy();
  expect(screen.getAllByText(/^Passed on to/)).toHaveLength(1);
  const driftRow = screen.getByText('service orders').closest('tr') as HTMLElement;
  expect(within(driftRow).getByText('Portico')).toBeTruthy();
  await user.click(screen.getByLabelText('Select the requests for access on this page'));
  // Each kind has a form of its own.
  expect((within(driftRow).getByRole('checkbox') as HTMLInputElement).disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Deny' }));
  await user.type(await screen.findByLabelText('Note'), 'Ask the owner');
  await user.click(screen.getByRole('button', { name: 'Deny 2 requests' }));
  await waitFor(() => expect(notices).toHaveLength(1));
  expect(seen()[1]?.url).toBe('/api/deny-api-access-requests');
  expect(JSON.parse(String(seen()[1]?.body))).toEqual({ apiAccessRequestIds: [1, 2], note: 'Ask the owner' });
  expect(notices[0]).toMatchObject({ kind: 'warning', text: '1 request has been denied' });
  expect(JSON.stringify(notices[0])).toContain('1 request stays as it is.');
  expect(await screen.findByText('1 selected')).toBeTruthy();
});

it('answers drift together, each as it is seen here; what was refused stays ticked, with its reason', async () => {
  const more = { kind: 'drift', type: 'deployment', asker: '', organization: '' };
  const [one, other] = [
    row(4, { ...more, id: 'drift-4-a', key: '4-a', subject: 'service one', seen: 'digest-a' }),
    row(5, { ...more, id: 'drift-5-b', key: '5-b', subject: 'service two', seen: 'digest-b' }),
  ];
  await startWith(
    page(one, other),
    json(200, { decided: ['4-a'], refused: [{ id: '5-b', code: 'difference.removed-alone' }], position: '7' }),
    page(other),
  );
  const { user } = show(<Inbox />);
  await user.click(await screen.findByLabelText('Select the drift on this page'));
  await user.click(screen.getByRole('button', { name: 'Re-apply' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(await within(dialog).findByRole('textbox'), 'As agreed');
  await user.click(within(dialog).getByRole('button', { name: 'Re-apply' }));
  await waitFor(() => expect(notices).toHaveLength(1));
  expect(seen()[1]?.url).toBe('/api/kong/drift/answers');
  expect(JSON.parse(String(seen()[1]?.body))).toEqual({
    answer: 'reapply',
    reason: 'As agreed',
    differences: [
      { id: '4-a', seen: 'digest-a' },
      { id: '5-b', seen: 'digest-b' },
    ],
  });
  expect(notices[0]).toMatchObject({ kind: 'warning', text: '1 difference has been answered' });
  expect(JSON.stringify(notices[0])).toContain('removed one by one');
  expect(await screen.findByText('1 selected')).toBeTruthy();
});

it('denies requests for deletions together, and approves none so', async () => {
  const deletion = row(6, { id: 'deletion-6', kind: 'deletion', key: '6', type: '', subject: 'Harbour Ltd' });
  await startWith(page(deletion), json(200, { decided: ['6'], refused: [], position: '7' }), page());
  const { user } = show(<Inbox />);
  await user.click(await screen.findByLabelText('Select Harbour Ltd'));
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Deny' }));
  await user.click(await screen.findByRole('button', { name: 'Deny 1 request' }));
  await waitFor(() => expect(notices).toHaveLength(1));
  expect(seen()[1]?.url).toBe('/api/delete-organization-requests/denials');
  expect(JSON.parse(String(seen()[1]?.body))).toEqual({ requestIds: [6] });
});
