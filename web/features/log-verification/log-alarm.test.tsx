// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { LogVerificationAnswer } from '#domain/log-verification/schema.ts';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, showLazy } from '../../test/show.tsx';
import { soundLog } from '../../test/sound-log.ts';
import { LogAlarm } from './log-alarm.tsx';

componentTests();
const { startWith, seen } = pageServer();

const { verifiedAt: at } = soundLog;

it('names what was altered and since when, and says what to do', async () => {
  await startWith(
    json(200, {
      ...soundLog,
      total: 5,
      findings: [
        { stream: 'user-12', version: 3, what: 'removed', since: at },
        { stream: '', version: 7, what: 'unsigned', since: null },
      ],
    } satisfies LogVerificationAnswer),
  );
  await showLazy(<LogAlarm />);
  expect(await screen.findByRole('heading', { name: 'The record of events was altered' })).toBeTruthy();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^user-12 event 3was removedafter the checkpoint of .*2026/),
    'seal 7is not signed by this portal',
    'and 3 more',
  ]);
  expect(screen.getByRole('region', { name: /^Commands/ }).textContent).toBe('npm run log -- verify');
});

it('tells that only tables were changed, and are right again', async () => {
  const rows = [{ table: 'users', key: '12' }];
  await startWith(json(200, { ...soundLog, rowsTotal: 3, rows } satisfies LogVerificationAnswer));
  await showLazy(<LogAlarm />);
  expect(await screen.findByRole('heading', { name: 'Tables of the portal were changed by hand' })).toBeTruthy();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'users 12was changed by hand',
    'and 2 more',
  ]);
  expect(screen.queryByRole('region', { name: /^Commands/ })).toBeNull();
});

it('names tables that could not be compared', async () => {
  await startWith(json(200, { ...soundLog, uncompared: ['users'] } satisfies LogVerificationAnswer));
  await showLazy(<LogAlarm />);
  expect(await screen.findByRole('heading', { name: 'Tables of the portal could not be compared' })).toBeTruthy();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['userscould not be compared']);
});

it('tells that checkpoints are not kept outside', async () => {
  await startWith(json(200, { ...soundLog, outsideSince: at }));
  await showLazy(<LogAlarm />);
  expect(await screen.findByRole('heading', { name: 'Checkpoints are kept in the database only' })).toBeTruthy();
  expect(screen.queryByRole('list')).toBeNull();
});

it('warns of a verification that broke off, and offers another', async () => {
  await startWith(json(200, { ...soundLog, brokeOffAt: at }));
  await showLazy(<LogAlarm />);
  expect(await screen.findByRole('heading', { name: 'The whole record could not be looked at' })).toBeTruthy();
  expect(screen.getByText(/^The verification that ended .*2026.* broke off/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Verify now' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: /^Commands/ })).toBeNull();
});

it('says what to do until seals are demanded', async () => {
  await startWith(json(200, { ...soundLog, sealsDemanded: false }));
  await showLazy(<LogAlarm />);
  expect(await screen.findByRole('heading', { name: 'Events need no seal yet' })).toBeTruthy();
  expect(screen.getByText(/Releases before 1\.9 can no longer be started/)).toBeTruthy();
  expect(screen.getByRole('region', { name: /^Commands/ }).textContent).toBe('npm run log -- demand-seals');
});

it.each([
  ['nothing is wrong', json(200, soundLog)],
  ['the portal does not know', json(503, { code: 'portal.unavailable', status: 503, title: 'Away' })],
])('shows nothing when %s', async (_what, response) => {
  await startWith(response);
  await showLazy(<LogAlarm />);
  await waitFor(() => expect(seen().length).toBeGreaterThan(0));
  expect(screen.queryByRole('heading')).toBeNull();
});
