// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { LosingKeys } from '#domain/core/losing-keys.ts';
import type { DeploymentRow } from '#domain/deployment/row.ts';
import { held, json, pageServer } from '../../test/server.ts';
import { componentTests, showLazy } from '../../test/show.tsx';
import { DeleteDeployment } from './delete-deployment.tsx';

componentTests('losing');
const { startWith, seen } = pageServer();

const deployment = { id: 7, apiId: 3, env: 'PROD', path: '/orders', auth: 'apikey' } as Partial<DeploymentRow>;
const open = () => showLazy(<DeleteDeployment deployment={deployment as DeploymentRow} open onOpenChange={() => {}} />);
const dialog = () => within(screen.getByRole('alertdialog'));
const button = () => dialog().queryByRole('button', { name: 'Delete from PROD' });
const nothing: LosingKeys = { keys: 0, organizations: { first: [], total: 0 }, calls: 0, otherCalls: 0 };

it('shows whose keys stop and how much they were used, before anything can be deleted', async () => {
  const first = [
    { id: 2, name: 'Harbour', keys: 2, calls: 1200 },
    { id: 5, name: 'Harbour', keys: 1, calls: 0 },
  ];
  const answer = held(
    json(200, { keys: 9, organizations: { first, total: 4 }, calls: 1234, otherCalls: 34 } satisfies LosingKeys),
  );
  await startWith(answer.answering);
  await open();
  await waitFor(() => expect(seen().map(({ url }) => url)).toEqual(['/api/swaggers/deployment/7/losing-keys']));
  expect(button()).toBeNull();
  answer.release();
  expect(await dialog().findByText('Keys: 2. Calls in the last 30 days: 1,200.')).toBeTruthy();
  expect(
    dialog()
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Harbour #2Keys: 2. Calls in the last 30 days: 1,200.',
    'Harbour #5Keys: 1. Calls in the last 30 days: 0.',
    'and 2 more organizations',
  ]);
  expect(dialog().getByText('Calls in PROD in the last 30 days')).toBeTruthy();
  expect(dialog().getByText('1,234')).toBeTruthy();
  expect(dialog().getByText('Of these, without a key or with one that is gone: 34')).toBeTruthy();
  expect(button()).toBeTruthy();
});

it('says plainly that no key stops and that there were no calls', async () => {
  await startWith(json(200, nothing));
  await open();
  expect(await dialog().findByText('None')).toBeTruthy();
  expect(dialog().getByText('No calls in the last 30 days')).toBeTruthy();
});

it('lets people delete what nobody can count, and says so', async () => {
  await startWith(json(503, { status: 503, code: 'portal.unavailable', title: 'x' }));
  await open();
  expect(await dialog().findByText('It is not known whose keys stop')).toBeTruthy();
  expect(button()).toBeTruthy();
});
