// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { OperationRow } from '#domain/operation/schema.ts';
import { componentTests, show } from '../../test/show.tsx';
import { ReplayManyDialog } from './replay-many-dialog.tsx';

componentTests('operations', 'desk');

const operations = Array.from({ length: 25 }, (_none, index) => ({
  ...{ id: `op-${index}`, kind: 'deploy', subject: `pay-${index}`, environment: index === 0 ? 'PROD' : 'DEV' },
})) as unknown as readonly OperationRow[];

/** A server whose dry run says by turns that it changes something and that it fails, and that replays all but the second. */
const serve = () => {
  const asked: string[][] = [];
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string }) => {
    if (url.includes('replay-preview')) {
      const isOdd = /op-\d*[13579]\//.test(url);
      const problem = isOdd ? { code: 'gateway.name-taken' } : null;
      return Response.json({ outcome: isOdd ? 'fails' : 'nothing', plan: null, problem });
    }
    const { operationIds } = JSON.parse(body ?? '{}') as { operationIds: string[] };
    asked.push(operationIds);
    const refused = operationIds.filter((id) => id === 'op-1').map((id) => ({ id, code: 'operation.not-replayable' }));
    return Response.json({ decided: operationIds.filter((id) => id !== 'op-1'), refused, position: '7' });
  });
  return asked;
};

const begin = async () => {
  const { user } = show(<ReplayManyDialog operations={operations} onClose={vi.fn()} />);
  await screen.findByText('Nothing to change: 13');
  await user.type(screen.getByLabelText(/Reason/), 'The name is free');
  await user.click(screen.getByRole('button', { name: 'Replay these: 25' }));
  return user;
};

it('shows the dry run of all, replays some at a time, and names what was refused', async () => {
  const asked = serve();
  await begin();
  expect(await screen.findByText('Not replayed: 1')).toBeTruthy();
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull());
  expect(screen.getByRole('status').textContent).toBe('Replayed: 24 of 25');
  expect(screen.getByText(/Only an operation that failed or waits can be replayed/)).toBeTruthy();
  expect(asked.map(({ length }) => length)).toEqual([10, 10, 5]);
});

it('leaves the rest as it is when somebody stops', async () => {
  const held = Promise.withResolvers<void>();
  const asked = serve();
  const { fetch: answers } = globalThis;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const answer = await answers(url, init);
    if (!url.includes('replay-preview')) await held.promise;
    return answer;
  });
  const user = await begin();
  await user.click(await screen.findByRole('button', { name: 'Stop' }));
  held.resolve();
  expect(await screen.findByText('Stopped. The others stay as they are.')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('Replayed: 9 of 25');
  expect(asked).toHaveLength(1);
});
