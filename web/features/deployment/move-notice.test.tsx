// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { MoveView } from '#domain/deployment/move.ts';
import type { DeploymentRow } from '#domain/deployment/row.ts';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, showLazy } from '../../test/show.tsx';
import { MoveNotice } from './move-notice.tsx';

componentTests('moving');
const { startWith } = pageServer();

const deployment = { id: 7, apiId: 3, env: 'DEV', path: '/orders-dev' } as Partial<DeploymentRow> as DeploymentRow;
const url = 'https://new.gateway.example/orders-dev';
const move = (changes: Partial<MoveView> = {}): MoveView => ({
  follower: { id: 9, state: 'deployed', serves: true, hasForm: true },
  keys: { total: 2, behind: 0 },
  callers: { total: 0, first: [] },
  ...changes,
});
const show = async (moving: Partial<NonNullable<DeploymentRow['moving']>>, onEnd?: (id: number) => void) =>
  showLazy(
    <MoveNotice
      deployment={deployment}
      moving={{ isLeader: true, id: 9, url, gateway: 'New gateway', ...moving }}
      onEnd={onEnd}
    />,
  );

it('lets the old one end only when every key works at the new one, and undoes the move at any time', async () => {
  const onEnd = vi.fn();
  await startWith(json(200, move({ keys: { total: 2, behind: 1 } })));
  const { user } = await show({}, onEnd);
  expect(await screen.findByText('Not yet the same there: 1 of 2 keys. They follow by themselves.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'End it here' })).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('button', { name: 'Undo the move' }));
  expect(onEnd).toHaveBeenCalledWith(9);
});

it('names whose keys are still used at the old one', async () => {
  const lastUsed = new Date().toISOString();
  await startWith(
    json(200, move({ callers: { total: 3, first: [{ organization: 'Harbour', nickname: 'Tills', lastUsed }] } })),
  );
  await show({});
  expect(await screen.findByText('Still used here in the last day:')).toBeTruthy();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Harbour · Tills'),
    '2 more keys',
  ]);
  expect(screen.queryByRole('button', { name: 'End it here' })).toBeNull();
});

it('tells callers the new address, and not its gateway', async () => {
  await show({ gateway: null });
  expect(await screen.findByText('This API moves to a new address. Your keys work there, too:')).toBeTruthy();
  expect(screen.getByText(url)).toBeTruthy();
});
