// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Answering } from '#test/servers/answering-server.ts';
import { errorAt } from '../../test/error-at.ts';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, notices, showLazy } from '../../test/show.tsx';
import { RegistrationList } from './registration-list.tsx';

componentTests();
const { startWith, seen } = pageServer();
afterEach(() => {
  history.replaceState(null, '', '/');
  lastRead = total;
});

const total = 23;
const rowOf = (id: number) => ({
  ...{
    id,
    company: 'Harbour',
    companyAdmin: false,
    firstName: `Nora${'i'.repeat(id)}`,
    lastName: 'Lind',
    comments: '',
  },
  ...{ email: `nora${id}@harbour.example`, phoneNumber: '', createdAt: '2026-01-02T03:04:05.000Z', status: 'NEW' },
  ...{
    organizationId: 2,
    organizationName: 'Harbour',
    colleagues: 'some',
    reason: '',
    decidedAt: null,
    decidedBy: null,
    erased: false,
  },
});
const rows = Array.from({ length: total }, (_none, index) => rowOf(index + 1));
let answer: object = {};
/** The last page that the server can read. */
let lastRead = total;

const open = async () => {
  const respond: Answering = (call, response) => {
    if (call.method === 'POST') return json(200, answer)(call, response);
    const page = Number(new URL(call.url ?? '', 'http://portal').searchParams.get('page'));
    if (page > lastRead)
      return json(409, { code: 'conflict.changed-meanwhile', status: 409, title: 'No' })(call, response);
    return json(200, { accessRequests: rows.slice(page * 10, page * 10 + 10), total, page })(call, response);
  };
  await startWith(...Array.from({ length: 30 }, () => respond));
  return await showLazy(<RegistrationList scope="all" />);
};
const box = (id: number) => screen.findByRole('checkbox', { name: `Select the request of Nora${'i'.repeat(id)} Lind` });
const sent = () => seen().filter(({ method }) => method === 'POST');

it('denies all ticked requests, also on another page, in one call with one reason', async () => {
  const { user } = await open();
  await user.click(await box(2));
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  await user.click(await box(12));
  expect(screen.getByText('2 selected')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Deny selected' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Deny 2 requests' }));
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    `Nora${'i'.repeat(2)} Lind · Harbour · nora2@harbour.example`,
    `Nora${'i'.repeat(12)} Lind · Harbour · nora12@harbour.example`,
  ]);
  const reason = dialog.getByRole('textbox', { name: /^Reason/ });
  await user.click(dialog.getByRole('button', { name: 'Deny 2 requests' }));
  await waitFor(() => expect(errorAt(reason)).toBe('Say why, because the person reads it'));
  expect(sent()).toEqual([]);

  answer = { denied: [2], decidedBefore: [12], position: '1' };
  await user.type(reason, 'Who are you?');
  await user.click(dialog.getByRole('button', { name: 'Deny 2 requests' }));
  await waitFor(() =>
    expect(notices.map(({ kind, text }) => [kind, text])).toEqual([['warning', '1 request has been denied']]),
  );
  expect(sent().map(({ url, body }) => [url, JSON.parse(body)])).toEqual([
    ['/api/deny-access-requests', { accessRequestIds: [2, 12], reason: 'Who are you?' }],
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByText(/selected$/)).toBeNull();
});

it('ticks a page, and then all requests that were found', async () => {
  const { user } = await open();
  await box(1);
  await user.click(screen.getByRole('checkbox', { name: 'Select this page' }));
  expect(screen.getByText('10 selected')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Select 23 requests' }));
  expect(await screen.findByText('23 selected')).toBeTruthy();
  answer = { denied: rows.map(({ id }) => id), decidedBefore: [], position: '1' };
  await user.click(screen.getByRole('button', { name: 'Deny selected' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Deny 23 requests' }));
  expect(dialog.getByText('and 18 more')).toBeTruthy();
  await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Spam');
  await user.click(dialog.getByRole('button', { name: 'Deny 23 requests' }));
  await waitFor(() => expect(notices.map(({ text }) => text)).toEqual(['23 requests have been denied']));
  expect(JSON.parse(sent()[0]?.body ?? '').accessRequestIds).toHaveLength(23);
});

it('says why not all found requests can be ticked', async () => {
  lastRead = 0;
  const { user } = await open();
  await box(1);
  await user.click(screen.getByRole('checkbox', { name: 'Select this page' }));
  await user.click(screen.getByRole('button', { name: 'Select 23 requests' }));
  await waitFor(() => expect(notices.map(({ kind }) => kind)).toEqual(['error']));
  expect(screen.getByText('10 selected')).toBeTruthy();
});

it('clears the ticks when the filter changes', async () => {
  const { user } = await open();
  await user.click(await box(1));
  expect(screen.getByText('1 selected')).toBeTruthy();
  await user.type(screen.getByRole('searchbox'), 'x');
  await waitFor(() => expect(screen.queryByText('1 selected')).toBeNull());
});
