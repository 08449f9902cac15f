// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { MoveView } from '#domain/deployment/move.ts';
import type { DeploymentRow } from '#domain/deployment/row.ts';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, showLazy } from '../../test/show.tsx';
import { MoveNotice } from './move-notice.tsx';

componentTests('moving');
const { startWith, seen } = pageServer();

const deployment = { id: 7, apiId: 3, env: 'DEV', path: '/orders-dev' } as Partial<DeploymentRow> as DeploymentRow;
const url = 'https://new.gateway.example/orders-dev';
const move = (changes: Partial<MoveView> = {}): MoveView => ({
  follower: { id: 9, state: 'deployed', serves: true, hasForm: true },
  keys: { total: 2, behind: 0 },
  end: null,
  isHeard: true,
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

it('says that it waits while the gateway may have reported nothing', async () => {
  const waits = /^Not every one of these days was heard of from the gateway/;
  const end = { endsOn: null, quietDays: 7 };
  await startWith(json(200, move({ end, isHeard: false })));
  const { unmount } = await show({});
  expect(await screen.findByText(waits)).toBeTruthy();
  unmount();
  await startWith(json(200, move({ end })));
  await show({});
  expect(await screen.findByText(/7 days without a call/)).toBeTruthy();
  expect(screen.queryByText(waits)).toBeNull();
});

it('says when it ends by itself, and changes that', async () => {
  const day = '2099-03-04';
  const saved = json(200, { entityId: 7, position: '1' });
  await startWith(json(200, move()), saved, json(200, move({ end: { endsOn: null, quietDays: 7 } })));
  const { user } = await show({}, vi.fn());
  expect(await screen.findByText('Somebody ends it here by hand.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Change when it ends' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText(/^Last day/), day);
  await user.type(within(dialog).getByLabelText(/^Days without a call/), '7');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText('Fill in one of the two')).toBeTruthy();
  await user.clear(within(dialog).getByLabelText(/^Last day/));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('It ends here by itself after 7 days without a call.')).toBeTruthy();
  const sent = seen().find(({ method }) => method === 'PUT');
  expect(JSON.parse(String(sent?.body))).toEqual({ endsOn: null, quietDays: 7, seen: null });
});
