// @vitest-environment happy-dom
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { call } from '#domain/core/call.ts';
import type { Answering } from '#test/servers/answering-server.ts';
import { TextField } from '../components/form/text-field.tsx';
import { useZodForm } from '../components/form/use-zod-form.ts';
import { held, json, pageServer } from '../test/server.ts';
import { componentTests, notices, show } from '../test/show.tsx';
import { get } from './client.ts';
import { type CommandDefinition, useCommand } from './use-command.ts';

const thing = z.object({ name: z.string(), comment: z.string() });
const result = z.object({ operationId: z.optional(z.string()) });
const listThings = call({ method: 'get', path: '/api/things', response: z.array(z.string()) });
const saveThing = call({ method: 'put', path: '/api/thing', body: thing, response: result });

componentTests();
const server = pageServer();

const saved = json(200, {});

const definition: CommandDefinition<typeof saveThing> = {
  call: saveThing,
  invalidates: [['things']],
  success: 'common.copied',
};

/** A form as on a screen. Its list is read once before anything is sent. */
type ScreenProps = { more?: Partial<typeof definition>; showProblem?: () => boolean; onDecided?: () => void };
const Screen = ({ more = {}, showProblem, onDecided }: ScreenProps) => {
  const form = useZodForm(thing, { name: '', comment: '' });
  const { run, cancel, state, progress } = useCommand({ ...definition, ...more });
  const list = useQuery({
    queryKey: ['things'],
    queryFn: ({ signal }) => get(listThings, {}, signal),
  });
  const isSending = state === 'sending';
  return (
    <form
      onSubmit={form.handleSubmit((values) =>
        run({ body: values }, { form, ...(showProblem && { show: showProblem }), ...(onDecided && { onDecided }) }),
      )}
    >
      <TextField control={form.control} name="name" label="Name" disabled={isSending} />
      <TextField control={form.control} name="comment" label="Comment" disabled={isSending} />
      <button type="submit" disabled={isSending}>
        Save
      </button>
      <button type="button" onClick={cancel}>
        Stop
      </button>
      <output aria-label="State">{state}</output>
      <output aria-label="Progress">{progress ?? 'none'}</output>
      <output aria-label="Things">{list.data?.join(' ')}</output>
    </form>
  );
};

const output = (name: string) => screen.getByRole('status', { name }).textContent;
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const open = async (element = <Screen />) => {
  show(element);
  await screen.findByText('old');
};
const things = (...names: string[]) => json(200, names);
const keys = () =>
  server
    .seen()
    .filter(({ method }) => method === 'PUT')
    .map(({ headers }) => headers['idempotency-key']);
const ended = (state: string) => waitFor(() => expect(output('State')).toBe(state), { timeout: 10_000 });

it('is sending until the changed data has been read again, then reports success', async () => {
  const list = held(things('new'));
  await server.startWith(things('old'), saved, list.answering);
  await open();
  expect(output('State')).toBe('idle');
  await save();
  await waitFor(() => expect(server.seen()).toHaveLength(3));
  expect(output('State')).toBe('sending');
  expect(output('Progress')).toBe('0');
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('disabled', true);
  list.release();
  await ended('done');
  expect(output('Things')).toBe('new');
  expect(output('Progress')).toBe('none');
  expect(notices).toMatchObject([{ kind: 'success', text: 'Copied' }]);
});

it('sends a command once, however often somebody clicks', async () => {
  const { answering, release } = held(saved);
  await server.startWith(things('old'), answering, things('new'));
  await open();
  await userEvent.dblClick(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(keys()).toHaveLength(1));
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  release();
  await ended('done');
  expect(keys()).toHaveLength(1);
});

it('keeps the idempotency key until the server decides, and uses a new one for a new command', async () => {
  const busy = json(503, { code: 'unavailable' });
  const refused = json(422, { code: 'api.exists' });
  await server.startWith(things('old'), busy, busy, saved, things('old'), refused, saved, things('old'));
  await open();
  await save();
  await ended('failed');
  await save();
  await waitFor(() => expect(keys()).toHaveLength(2));
  await ended('failed');
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'other');
  await save();
  await ended('done');
  await save();
  await ended('failed');
  await save();
  await ended('done');
  const [first, second, ...others] = keys();
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).toBe(first);
  expect(new Set([first, ...others]).size).toBe(4);
});

it("shows the server's error at its field, and focuses the field when it is enabled again", async () => {
  await server.startWith(
    things('old'),
    json(422, { code: 'invalid', errors: [{ field: 'comment', code: 'too-large' }] }),
  );
  await open();
  await save();
  await screen.findByText('That is too large.');
  const comment = screen.getByRole('textbox', { name: 'Comment' });
  expect(comment.getAttribute('aria-invalid')).toBe('true');
  await waitFor(() => expect(document.activeElement).toBe(comment));
  expect(screen.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('false');
  expect(notices).toEqual([]);
  expect(output('State')).toBe('failed');
});

it('asks why at the field that a right refused, until it is corrected', async () => {
  const [field, code] = ['comment', 'deployment.environment-not-yours'];
  const why = { action: 'deployment.choose-environment', apiId: 3 };
  await server.startWith(things('old'), json(400, { code, errors: [{ field, code }], why }));
  await open();
  await save();
  expect(await screen.findAllByRole('button', { name: "Why can't I?" })).toHaveLength(1);
  expect(notices).toEqual([]);
  await userEvent.type(screen.getByRole('textbox', { name: 'Comment' }), 'x');
  await waitFor(() => expect(screen.queryByRole('button', { name: "Why can't I?" })).toBeNull());
});

it.each([
  ['a refusal, which says itself what is wrong', 409, 'api.exists', undefined],
  ['an unexpected error, with the id to quote', 500, 'unavailable', 'Quote c-17 when you ask for help.'],
])('shows one notice for %s', async (_what, status, code, description) => {
  const errors = [{ field: 'elsewhere', code: 'too-large' }];
  await server.startWith(things('old'), json(status, { code, errors, correlationId: 'c-17' }));
  await open();
  await save();
  await ended('failed');
  expect(notices).toMatchObject([{ kind: 'error', id: code }]);
  expect(notices[0]?.description).toBe(description);
});

it('shows its own text above the reason, if it has one', async () => {
  await server.startWith(things('old'), json(422, { code: 'api.exists' }));
  await open(<Screen more={{ failure: 'common.failed-title' }} />);
  await save();
  await ended('failed');
  expect(notices).toMatchObject([{ text: 'This could not be loaded', description: 'This API exists already.' }]);
});

it.each([404, 409])('reads data again after %i, also when the screen itself shows the problem', async (status) => {
  await server.startWith(things('old'), json(status, { code: 'conflict' }), things('changed'));
  await open(<Screen showProblem={() => true} />);
  await save();
  await screen.findByText('changed');
  await ended('failed');
  expect(notices).toEqual([]);
});

it.each([
  ['closes a question that somebody else has decided', 409, 'access.decided-already', 1],
  ['closes a question about a removed thing', 404, 'not-found', 1],
  ['keeps a question that can be decided again', 409, 'conflict.changed-meanwhile', 0],
] as const)('%s, and says why', async (_what, status, code, closed) => {
  await server.startWith(things('old'), json(status, { code }), things('changed'));
  const onDecided = vi.fn();
  await open(<Screen onDecided={onDecided} />);
  await save();
  await ended('failed');
  expect(onDecided).toHaveBeenCalledTimes(closed);
  expect(notices).toMatchObject([{ kind: 'error', id: code }]);
});

it('shows no notice if the session is over', async () => {
  await server.startWith(things('old'), json(401, { code: 'unauthenticated' }));
  await open();
  await save();
  await ended('failed');
  expect(notices).toEqual([]);
});

it('is idle again after it is stopped, without a notice', async () => {
  const { answering } = held(saved);
  await server.startWith(things('old'), answering);
  await open();
  await save();
  await waitFor(() => expect(server.seen()).toHaveLength(2));
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  await ended('idle');
  expect(notices).toEqual([]);
});

const operation = (state: string) =>
  json(200, {
    id: 'o-1',
    kind: 'deploy',
    state,
    apiId: 1,
    apiName: 'Orders',
    deploymentId: 2,
    consumerId: null,
    subject: 'orders-dev',
    environment: 'DEV',
    organizationId: 1,
    requestedBy: { id: 1, name: 'Ada' },
    requestedAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
    attempt: 1,
    steps: [],
    plan: null,
    problems: [],
    failureClass: null,
    nextAttemptAt: null,
    waitsFor: null,
    overdue: false,
    may: { replay: false },
  });

it.each([
  ['completed', 'done'],
  ['superseded', 'done'],
  ['failed', 'failed'],
])('follows an operation until it has ended: %s is %s', async (state, shown) => {
  const started = json(200, { operationId: 'o-1' });
  const last = held(operation(state));
  // The list and the operation are read at the same time.
  const either: Answering = (request, response) =>
    (request.url === '/api/things' ? things('old') : operation('started'))(request, response);
  await server.startWith(things('old'), started, either, either, last.answering);
  await open();
  await save();
  await ended('working');
  expect(JSON.parse(sessionStorage.getItem('apim-running-operations') ?? '[]')).toMatchObject([
    { operationId: 'o-1', success: 'common.copied', invalidates: [['things']] },
  ]);
  // The header shows the end of the operation, on any page.
  expect(notices).toEqual([]);
  await waitFor(() => expect(server.seen()).toHaveLength(5), { timeout: 10_000 });
  last.release();
  await ended(shown);
});
