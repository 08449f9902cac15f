// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, showLazy } from '../../test/show.tsx';
import { soundLog } from '../../test/sound-log.ts';
import { VerifiedLog } from './shared/verified-log.tsx';

componentTests();
const { startWith, seen } = pageServer();

const { verifiedAt: at } = soundLog;
const running = { requestedAt: at, began: true, events: 1200 };

it('says when it was verified, starts a verification, shows how far it is, and which event was altered', async () => {
  const altered = [{ stream: 'user-12', version: 3, what: 'altered', since: at }] as const;
  await startWith(
    json(200, soundLog),
    json(200, { id: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8', position: '1' }),
    json(200, { ...soundLog, running }),
    json(200, { ...soundLog, total: 1, findings: altered }),
  );
  await showLazy(<VerifiedLog />);
  expect(await screen.findByRole('heading', { name: 'The record is as it was written' })).toBeTruthy();
  expect(screen.getByText(/^Last verified .*2026.*4,711 events/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Verify now' }));
  expect(await screen.findByText('Verifying… 1,200 events looked at.')).toBeTruthy();
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
  expect(
    await screen.findByRole('heading', { name: 'The record of events was altered' }, { timeout: 5000 }),
  ).toBeTruthy();
  expect(screen.getByRole('listitem').textContent).toMatch(/^user-12 event 3was alteredafter the checkpoint of .*2026/);
  expect(screen.getByRole('button', { name: 'Verify now' })).toBeTruthy();
  expect(seen().map(({ method }) => method)).toEqual(['GET', 'POST', 'GET', 'GET']);
});

it('says that it was never verified, and that a request waits', async () => {
  await startWith(
    json(200, { ...soundLog, verifiedAt: null, events: 0, running: { ...running, began: false, events: 0 } }),
  );
  await showLazy(<VerifiedLog />);
  expect(await screen.findByRole('heading', { name: 'The record has not been verified yet' })).toBeTruthy();
  expect(screen.getByText('Verifying… It begins in a moment.')).toBeTruthy();
});

it('does not say that all is well after a verification broke off', async () => {
  await startWith(json(200, { ...soundLog, brokeOffAt: at }));
  await showLazy(<VerifiedLog />);
  expect(await screen.findByRole('heading', { name: 'The whole record could not be looked at' })).toBeTruthy();
  expect(screen.getByText(/broke off/)).toBeTruthy();
  expect(screen.queryByText('The record is as it was written')).toBeNull();
});
