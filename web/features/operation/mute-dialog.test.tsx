// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { CauseRow } from '#domain/operation/desk.ts';
import { componentTests, show } from '../../test/show.tsx';
import { Mute } from './mute-dialog.tsx';

componentTests('operations', 'desk');

it('mutes a cause for the chosen days, with a reason that is asked for', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: { body?: string }) => {
    sent.push(JSON.parse(body ?? '{}'));
    return Response.json({ decided: ['failed~~x~'], refused: [], position: '7' });
  });
  const cause = { id: 'failed~~x~', muted: null, removals: 0 } as unknown as CauseRow;
  await show(<Mute cause={cause} />);
  await userEvent.click(screen.getByRole('button', { name: 'Mute' }));
  const send = async () => await userEvent.click(screen.getAllByRole('button', { name: 'Mute' }).at(-1) as HTMLElement);
  await send();
  expect(await screen.findByText('Enter a reason for the record')).toBeTruthy();
  expect(sent).toEqual([]);
  await userEvent.type(screen.getByLabelText(/Reason/), 'Planned work');
  await send();
  await vi.waitFor(() => expect(sent).toEqual([{ causes: ['failed~~x~'], days: 3, reason: 'Planned work' }]));
});
