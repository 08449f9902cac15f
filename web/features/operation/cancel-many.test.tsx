// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { OperationRow } from '#domain/operation/schema.ts';
import { componentTests, show } from '../../test/show.tsx';
import { CancelManyDialog } from './cancel-many-dialog.tsx';

componentTests('operations', 'desk', 'approvals');

const staying = { code: 'operation.removal-stays' };
const operations = Array.from({ length: 15 }, (_none, index) => ({
  ...{ id: `op-${index}`, kind: 'deploy', subject: `pay-${index}`, environment: index === 0 ? 'PROD' : 'DEV' },
  notCancellable: index > 12 ? staying : null,
})) as unknown as readonly OperationRow[];

/** A server that cancels all but the second. */
const serve = () => {
  const asked: string[][] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: { body?: string }) => {
    const { operationIds } = JSON.parse(body ?? '{}') as { operationIds: string[] };
    asked.push(operationIds);
    const refused = operationIds.filter((id) => id === 'op-1').map((id) => ({ id, code: 'operation.ended' }));
    return Response.json({ decided: operationIds.filter((id) => id !== 'op-1'), refused, position: '7' });
  });
  return asked;
};

const begin = async () => {
  show(<CancelManyDialog operations={operations} onClose={vi.fn()} />);
  await screen.findByText('Would be cancelled: 13');
  // Radix lets a dialog that is open from the beginning take clicks only after its next change.
  return userEvent.setup({ pointerEventsCheck: 0 });
};
const submit = async (user: Awaited<ReturnType<typeof begin>>) => {
  await user.type(screen.getByLabelText(/Reason/), 'Nobody wants these');
  await user.click(screen.getByRole('button', { name: 'Cancel these: 13' }));
};

it('says what would be given up and what stays, and why, and sends the others some at a time', async () => {
  const asked = serve();
  const user = await begin();
  expect(screen.getByText(/^Would stay: 2\./).textContent).toContain('It takes access away');
  expect(screen.getByText('PROD').closest('li')?.textContent).toContain('1');
  await user.click(screen.getByRole('button', { name: 'Cancel these: 13' }));
  expect(asked).toEqual([]);
  await submit(user);
  expect(await screen.findByText('Not cancelled: 1')).toBeTruthy();
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull());
  expect(screen.getByRole('status').textContent).toBe('Cancelled: 12 of 13');
  expect(asked.map(({ length }) => length)).toEqual([10, 3]);
  expect(asked.flat()).not.toContain('op-14');
});

it('leaves the rest as it is when somebody stops', async () => {
  const held = Promise.withResolvers<void>();
  const asked = serve();
  const { fetch: answers } = globalThis;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const answer = await answers(url, init);
    await held.promise;
    return answer;
  });
  const user = await begin();
  await submit(user);
  await user.click(await screen.findByRole('button', { name: 'Stop' }));
  held.resolve();
  expect(await screen.findByText('Stopped. The others stay as they are.')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('Cancelled: 9 of 13');
  expect(asked).toHaveLength(1);
});
