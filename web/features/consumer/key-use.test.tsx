// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ConsumerRow } from '#domain/consumer/schema.ts';
import type { KeyUse } from '#domain/consumer/use.ts';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, showLazy } from '../../test/show.tsx';
import { KeyUseDialog } from './key-use-dialog.tsx';

componentTests('key-use');
const { startWith } = pageServer();

const limit = { of: 'key', together: false, window: 'minute', calls: 40, policy: 'local' } as const;
const open = (changes: Partial<ConsumerRow['limit']> = {}) =>
  showLazy(
    <KeyUseDialog
      consumer={{ id: 7, env: 'DEV', nickname: 'Tills', limit: { ...limit, ...changes } } as ConsumerRow}
      open
      onClose={() => {}}
    />,
  );
const use: KeyUse = {
  window: 'minute',
  keys: 2,
  periods: [
    { from: '2026-03-05T10:20:00.000Z', calls: 10 },
    { from: '2026-03-05T10:19:00.000Z', calls: 60 },
  ],
};

it('shows each window with its share of the limit, and says what is counted where', async () => {
  await startWith(json(200, use));
  await open();
  expect(await screen.findByText('The limit is for each key. The organization has 2 here.')).toBeTruthy();
  expect(screen.getByText('Each node of the gateway counts for itself what it lets pass.')).toBeTruthy();
  expect(screen.getByRole('dialog').textContent).toContain('all calls of the organization to this API in DEV');
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/ · now10\s*25%/),
    expect.stringMatching(/60\s*150%/),
  ]);
});

it('says that the keys of an organization share a limit that all nodes count', async () => {
  await startWith(json(200, use));
  await open({ of: 'organization', together: true, policy: 'redis' });
  expect(await screen.findByText('The limit is for all keys of the organization together.')).toBeTruthy();
  expect(screen.getByText('All nodes of the gateway count together what they let pass.')).toBeTruthy();
});
