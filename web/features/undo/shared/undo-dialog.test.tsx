// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { UndoPreview } from '#domain/undo/schema.ts';
import { componentTests, notices, show } from '../../../test/show.tsx';
import { UndoDialog } from './undo-dialog.tsx';

vi.mock('../../../api/session.tsx', () => ({ useUser: () => ({ userId: 1, roles: ['ROLE_AUDITOR'] }) }));

componentTests('undo', 'audit', 'history', 'resources', 'mails');

const id = '2b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8';
const plan: UndoPreview = {
  ...{ reason: null, stays: null, fields: [], by: null, uses: [], others: [], why: null, does: 'fields', kept: 1 },
  changes: [
    { field: 'language', from: 'pt-br', to: 'he' },
    { field: 'maintained', from: 'never', to: 'daily' },
  ],
  effects: ['mail', 'two-people'],
  send: { method: 'put', path: '/api/user/settings', body: { language: 'he' }, form: null },
};
const refused = (changes: Partial<UndoPreview>): UndoPreview => ({
  ...plan,
  ...{ does: null, changes: [], effects: [], kept: 0, send: null },
  ...changes,
});

type Sent = Readonly<{ url: string; method: string; body: unknown; undoes: string | null }>;

/** A server that shows what undoing does, and takes it. @param answers to what is sent, one after the other. */
const serve = (previews: readonly UndoPreview[], ...answers: readonly [number, object][]) => {
  const sent: Sent[] = [];
  let asked = 0;
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body, headers }: RequestInit) => {
    if (method === 'GET' && url.includes('/api/undo/')) {
      asked += 1;
      return Response.json(previews[Math.min(asked, previews.length) - 1]);
    }
    const undoes = new Headers(headers).get('x-undoes');
    sent.push({ url, method, body: JSON.parse(String(body)), undoes });
    const [status, answer] = answers[sent.length - 1] ?? [200, { position: '7' }];
    return Response.json(answer, { status });
  });
  return sent;
};

const open = () => {
  const onClose = vi.fn();
  return { onClose, ...show(<UndoDialog id={id} open onClose={onClose} />) };
};
const submit = () => screen.findByRole('button', { name: 'Undo this change' });

it('shows what it does, in the words of people, and sends the opposite command with what it takes back', async () => {
  const sent = serve([plan]);
  const { user, onClose } = open();
  const button = await submit();
  const shown = screen.getByRole('dialog', { name: 'Undo this change?' });
  const dialog = within(shown);
  // A language by its name, in itself.
  await vi.waitFor(() => expect(shown.textContent).toMatch(/Português \(Brasil\).*עברית/));
  expect(shown.textContent).not.toContain('pt-br');
  expect(shown.textContent).toMatch(/Access to APIs that you maintain.*Never.*Once a day/);
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'The people concerned get a mail.',
    'Nothing happens before a second person has approved it.',
  ]);
  expect(dialog.getByText('1 other field was changed since. It stays as it is.')).toBeTruthy();
  await user.click(button);
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent).toEqual([
    { url: expect.stringMatching(/\/api\/user\/settings$/), method: 'PUT', body: { language: 'he' }, undoes: id },
  ]);
  expect(notices.map(({ text }) => text)).toContain('The change is undone.');
});

it('says that a second person has to approve it, where nothing is undone yet', async () => {
  serve([plan], [200, { position: '7', approvalId: 12 }]);
  const { user, onClose } = open();
  await user.click(await submit());
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(notices.map(({ text }) => text)).toContain('Nothing is undone yet: a second person has to approve it.');
});

it('says why it can’t be undone, and what stands in the way', async () => {
  const by = {
    id,
    act: 'settings-changed',
    happenedAt: '2026-11-30T08:00:00.000Z',
    user: { id: 3, name: 'Ada' },
  } as const;
  serve([refused({ reason: 'moved', fields: ['language'], by: by as never })]);
  open();
  expect((await screen.findByRole('alert')).textContent).toBe('Somebody has changed the same again since.');
  expect(screen.getByRole('dialog', { name: 'This change can’t be undone' })).toBeTruthy();
  expect(screen.getByText(/^Changed again since: /)).toBeTruthy();
  expect(screen.getByText(/Ada/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Undo this change' })).toBeNull();
});

it('says what would go with the thing, and offers nothing', async () => {
  serve([
    refused({
      reason: 'begins',
      stays: 'in-use',
      uses: [
        { kind: 'deployments', count: 2 },
        { kind: 'access', count: 1234 },
      ],
    }),
  ]);
  open();
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Something belongs to it by now/);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Deployments: 2',
    'Organizations with access: 1,234',
  ]);
  expect(screen.queryByRole('button', { name: 'Undo this change' })).toBeNull();
});

it('shows what stands in the way by now when somebody was faster', async () => {
  const refusal = {
    type: 'about:blank',
    status: 409,
    code: 'undo.undone',
    detail: 'Undone',
    errors: [],
    correlationId: 'c',
  };
  const sent = serve([plan, refused({ reason: 'undone' })], [409, refusal]);
  const { user, onClose } = open();
  await user.click(await submit());
  expect((await screen.findByRole('alert')).textContent).toBe('It is undone already.');
  expect(onClose).not.toHaveBeenCalled();
  expect(sent).toHaveLength(1);
});
