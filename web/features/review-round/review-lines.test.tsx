// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, notices, show } from '../../test/show.tsx';
import { ReviewLines } from './review-lines.tsx';

componentTests('review-rounds');
const { startWith, seen } = pageServer();

const line = (number: number, more: object = {}) => ({
  ...{ id: `4-${number}`, line: number, kind: 'key', name: `Orders ${number}`, nickname: 'Berth display', role: null },
  ...{ environment: 'PROD', organizationId: 2, organizationName: 'Harbour', givenAt: '2025-01-02T03:04:05.000Z' },
  ...{ lastUsed: null, measured: true, unused: number === 1, verdict: null, reason: '', decidedBy: '' },
  ...{ decidedAt: null, decidable: true, ...more },
});
const kept = line(3, { verdict: 'kept', reason: 'Needed for winter', decidedBy: 'Noor Haddad', decidable: false });
const page = (...lines: object[]) =>
  json(200, { lines, total: lines.length, page: 0, start: 0, next: null, previous: null });
const round = {
  ...{ id: 4, organization: null, startedAt: '2026-01-01T08:00:00.000Z', startedBy: 'Grace', closedBy: '' },
  ...{ dueAt: '2026-01-31T23:59:59.999Z', closedAt: null, lines: 3, kept: 1, revoked: 0, ended: 0, waiting: 2 },
  mayClose: false,
};

it('marks what nobody used, ticks what the reader decides, and revokes it with a reason; what could not be stays ticked', async () => {
  const left = [{ line: 2, code: 'user.last-portal-admin' }];
  await startWith(
    page(line(1), line(2), kept),
    json(200, { decided: [1], left, closed: false, position: '7' }),
    page(line(1, { verdict: 'revoked', decidable: false }), line(2), kept),
  );
  const { user } = show(<ReviewLines round={round} />);
  const first = (await screen.findByText('Orders 1')).closest('tr') as HTMLElement;
  expect(within(first).getByText('Unused for 90 days')).toBeTruthy();
  expect(within(first).getByText('Never')).toBeTruthy();
  const decided = screen.getByText('Orders 3').closest('tr') as HTMLElement;
  expect(within(decided).queryByRole('checkbox')).toBeNull();
  expect(within(decided).getByText('Noor Haddad: Needed for winter')).toBeTruthy();
  await user.click(screen.getByLabelText('Select what I decide on this page'));
  await user.click(screen.getByRole('button', { name: 'Revoke' }));
  await user.type(await screen.findByLabelText(/^Reason/), 'Project ended');
  await user.click(screen.getByRole('button', { name: 'Revoke 2 lines' }));
  await waitFor(() => expect(notices).toHaveLength(1));
  expect(seen()[1]?.url).toBe('/api/review-round/4/decisions');
  expect(JSON.parse(String(seen()[1]?.body))).toEqual({ lines: [1, 2], verdict: 'revoked', reason: 'Project ended' });
  expect(notices[0]).toMatchObject({ kind: 'warning', text: '1 line is revoked' });
  expect(JSON.stringify(notices[0])).toContain('1 line stays as it is.');
  expect(await screen.findByText('1 selected')).toBeTruthy();
});

it('asks for a reason, and sends nothing without one', async () => {
  await startWith(page(line(1)));
  const { user } = show(<ReviewLines round={round} />);
  await user.click(await screen.findByLabelText('Select Orders 1 of Harbour'));
  await user.click(screen.getByRole('button', { name: 'Keep' }));
  await user.click(await screen.findByRole('button', { name: 'Keep 1 line' }));
  expect(await screen.findByText('A reason is required')).toBeTruthy();
  expect(seen()).toHaveLength(1);
});
