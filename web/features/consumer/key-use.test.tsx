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
    { from: '2026-03-05T10:20:00.000Z', calls: 30, own: 10 },
    { from: '2026-03-05T10:19:00.000Z', calls: 70, own: 60 },
    { from: '2026-03-05T10:18:00.000Z', calls: 50 },
  ],
};

const rowTexts = () => screen.getAllByRole('row').map(({ textContent }) => textContent);

it('shows each window of the key with its share of the limit, and says what is counted where', async () => {
  await startWith(json(200, use));
  await open();
  expect(await screen.findByText('The limit is for each key. The organization has 2 here.')).toBeTruthy();
  expect(screen.getByText('Each node of the gateway counts for itself what it lets pass.')).toBeTruthy();
  expect(screen.getByRole('dialog').textContent).toContain('all calls of the organization to this API in DEV');
  expect(rowTexts()).toEqual([
    'FromThis keyAll keysOf the limit',
    expect.stringMatching(/ · now1030\s*25%/),
    expect.stringMatching(/6070\s*150%/),
    expect.stringMatching(/–50Not counted$/),
  ]);
  expect(screen.getByText('Earlier calls were counted for all keys only.')).toBeTruthy();
});

it('says that the keys of an organization share a limit that all nodes count', async () => {
  await startWith(json(200, use));
  await open({ of: 'organization', together: true, policy: 'redis' });
  expect(await screen.findByText('The limit is for all keys of the organization together.')).toBeTruthy();
  expect(screen.getByText('All nodes of the gateway count together what they let pass.')).toBeTruthy();
  expect(rowTexts().slice(1)).toEqual([/75%$/, /175%$/, /125%$/].map((text) => expect.stringMatching(text)));
});

it('does not speak of other keys where there are none, and of no share without a limit', async () => {
  const [now, before] = [
    { from: '2026-03-05T10:00:00.000Z', calls: 10, own: 10 },
    { from: '2026-03-05T09:00:00.000Z', calls: 0, own: 0 },
  ];
  await startWith(json(200, { window: 'hour', keys: 1, periods: [now, before] } satisfies KeyUse));
  await showLazy(
    <KeyUseDialog
      consumer={{ id: 7, env: 'DEV', nickname: 'Tills', limit: null } as ConsumerRow}
      open
      onClose={() => {}}
    />,
  );
  await screen.findByText('This key');
  expect(rowTexts()).toEqual([
    'FromThis keyOf the limit',
    expect.stringMatching(/10No limit$/),
    expect.stringMatching(/0No limit$/),
  ]);
});
