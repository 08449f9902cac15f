// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { OperationRow } from '#domain/operation/schema.ts';
import { componentTests, show } from '../../test/show.tsx';
import { ReplayManyDialog } from './replay-many-dialog.tsx';

componentTests('operations', 'desk', 'approvals');

const operations = Array.from({ length: 25 }, (_none, index) => ({
  ...{ id: `op-${index}`, kind: 'deploy', subject: `pay-${index}`, environment: index === 0 ? 'PROD' : 'DEV' },
})) as unknown as readonly OperationRow[];

/** A server whose dry run says by turns that it changes something and that it fails, and that replays all but the second. */
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
    const refused = operationIds.filter((id) => id === 'op-1').map((id) => ({ id, code: 'operation.not-replayable' }));
    return Response.json({ decided: operationIds.filter((id) => id !== 'op-1'), refused, asked: [], position: '7' });
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

it('asks a second person once for all of an environment that two people change, and replays the others', async () => {
  const asked = serve(['PROD']);
  const { user } = show(<ReplayManyDialog operations={operations} onClose={vi.fn()} />);
  expect(await screen.findByText(/1 of them is in PROD/)).toBeTruthy();
  await user.type(screen.getByLabelText(/Reason/), 'The name is free');
  await user.click(screen.getByRole('button', { name: 'Replay these: 25' }));
  const link = await screen.findByRole('link', { name: 'Replay of 1 operation in PROD' });
  expect(link.getAttribute('href')).toBe('/approvals/12');
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull());
  expect(asked.map(({ length }) => length)).toEqual([1, 10, 10, 4]);
  expect(screen.getByRole('status').textContent).toBe('Replayed: 23 of 25');
});

it('leaves the rest as it is when somebody stops', async () => {
  const held = Promise.withResolvers<void>();
  const asked = serve();
  const { fetch: answers } = globalThis;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const answer = await answers(url, init);
    if (url.endsWith('/replays')) await held.promise;
    return answer;
  });
  const user = await begin();
  await user.click(await screen.findByRole('button', { name: 'Stop' }));
  held.resolve();
  expect(await screen.findByText('Stopped. The others stay as they are.')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('Replayed: 9 of 25');
  expect(asked).toHaveLength(1);
});
