// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { OperationRow } from '#domain/operation/schema.ts';
import { componentTests, show } from '../../test/show.tsx';
import { CancelManyDialog } from './cancel-many-dialog.tsx';
import { ReplayManyDialog } from './replay-many-dialog.tsx';

componentTests('operations', 'desk', 'approvals');

const staying = { code: 'operation.removal-stays' };
/** 25, of which the first is in PROD, and the last two can't be cancelled. */
const operations = Array.from({ length: 25 }, (_none, index) => ({
  ...{ id: `op-${index}`, kind: 'deploy', subject: `pay-${index}`, environment: index === 0 ? 'PROD' : 'DEV' },
  notCancellable: index > 22 ? staying : null,
})) as unknown as readonly OperationRow[];

/**
 * A server whose dry run says by turns that a replay changes nothing and that it fails, and that does all but the second.
 *
 * @param twoPeople environments that two people change.
 */
const serve = (twoPeople: readonly string[] = []) => {
  const asked: string[][] = [];
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string }) => {
    if (url.includes('approval-rules')) return Response.json({ twoPeople, isAlone: false });
    if (url.includes('replay-preview')) {
      const isOdd = /op-\d*[13579]\//.test(url);
      const problem = isOdd ? { code: 'gateway.name-taken' } : null;
      return Response.json({ outcome: isOdd ? 'fails' : 'nothing', plan: null, problem });
    }
    const { operationIds } = JSON.parse(body ?? '{}') as { operationIds: string[] };
    asked.push(operationIds);
    if (operationIds.includes('op-0') && twoPeople.length > 0) {
      const requests = [{ approvalId: 12, environment: 'PROD', operationIds }];
      return Response.json({ decided: [], refused: [], asked: requests, position: '7' });
    }
    const refused = operationIds.filter((id) => id === 'op-1').map((id) => ({ id, code: 'operation.ended' }));
    return Response.json({ decided: operationIds.filter((id) => id !== 'op-1'), refused, asked: [], position: '7' });
  });
  return asked;
};

const dialogs = {
  replay: {
    Dialog: ReplayManyDialog,
    going: 25,
    dryRun: 'Nothing to change: 13',
    action: 'Replay these: 25',
    refused: 'Not replayed: 1',
    done: (done: number) => `Replayed: ${done} of 25`,
  },
  cancel: {
    Dialog: CancelManyDialog,
    going: 23,
    dryRun: 'Would be cancelled: 23',
    action: 'Cancel these: 23',
    refused: 'Not cancelled: 1',
    done: (done: number) => `Cancelled: ${done} of 23`,
  },
} as const;

const open = async ({ Dialog, dryRun }: (typeof dialogs)[keyof typeof dialogs]) => {
  show(<Dialog operations={operations} onClose={vi.fn()} />);
  await screen.findByText(dryRun);
  // Radix lets a dialog that is open from the beginning take clicks only after its next change.
  return userEvent.setup({ pointerEventsCheck: 0 });
};
const isDone = () => vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull());

describe.each(Object.entries(dialogs))('to %s many operations', (_name, dialog) => {
  const submit = async (user: Awaited<ReturnType<typeof open>>) => {
    await user.type(screen.getByLabelText(/Reason/), 'The name is free');
    await user.click(screen.getByRole('button', { name: dialog.action }));
  };

  it('shows the dry run of all, sends some at a time with one reason, and names what was refused', async () => {
    const asked = serve();
    const user = await open(dialog);
    expect(screen.getByText('PROD').closest('li')?.textContent).toContain('1');
    await user.click(screen.getByRole('button', { name: dialog.action }));
    expect(asked).toEqual([]);
    await submit(user);
    expect(await screen.findByText(dialog.refused)).toBeTruthy();
    await isDone();
    expect(screen.getByRole('status').textContent).toBe(dialog.done(dialog.going - 1));
    expect(screen.getByText(/has ended already/)).toBeTruthy();
    expect(asked.map(({ length }) => length)).toEqual([10, 10, dialog.going - 20]);
  });

  it('leaves the rest as it is when somebody stops', async () => {
    const held = Promise.withResolvers<void>();
    const asked = serve();
    const { fetch: answers } = globalThis;
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const answer = await answers(url, init);
      if (init.body) await held.promise;
      return answer;
    });
    const user = await open(dialog);
    await submit(user);
    await user.click(await screen.findByRole('button', { name: 'Stop' }));
    held.resolve();
    expect(await screen.findByText('Stopped. The others stay as they are.')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe(dialog.done(9));
    expect(asked).toHaveLength(1);
  });
});

it('says what is not cancelled, and why, and does not send it', async () => {
  const asked = serve();
  const user = await open(dialogs.cancel);
  expect(screen.getByText(/^Would stay: 2\./).textContent).toContain('It takes access away');
  await user.type(screen.getByLabelText(/Reason/), 'Nobody wants these');
  await user.click(screen.getByRole('button', { name: dialogs.cancel.action }));
  await isDone();
  expect(asked.flat()).not.toContain('op-24');
});

it('asks a second person once for all of an environment that two people change, and replays the others', async () => {
  const asked = serve(['PROD']);
  const user = await open(dialogs.replay);
  expect(await screen.findByText(/1 of them is in PROD/)).toBeTruthy();
  await user.type(screen.getByLabelText(/Reason/), 'The name is free');
  await user.click(screen.getByRole('button', { name: dialogs.replay.action }));
  const link = await screen.findByRole('link', { name: 'Replay of 1 operation in PROD' });
  expect(link.getAttribute('href')).toBe('/approvals/12');
  await isDone();
  expect(asked.map(({ length }) => length)).toEqual([1, 10, 10, 4]);
  expect(screen.getByRole('status').textContent).toBe('Replayed: 23 of 25');
});
