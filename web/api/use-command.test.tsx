// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import * as z from 'zod';
import { DialogForm } from '../components/form/form-dialog.tsx';
import { TextField } from '../components/form/text-field.tsx';
import { useZodForm } from '../components/form/use-zod-form.ts';
import { Dialog, DialogContent, DialogTitle } from '../components/ui/dialog.tsx';
import { componentTests, notices, show } from '../test/show.tsx';
import type { CommandContext } from './client.ts';
import { ProblemError } from './problem-error.ts';
import { useCommand } from './use-command.ts';

componentTests();

const body = z.strictObject({ name: z.string(), place: z.string() });
type Call = (input: z.output<typeof body>, context: CommandContext) => Promise<object>;

/** A form in a dialog that sends one command. */
const Form = ({ call }: { call: Call }) => {
  const form = useZodForm(body, { name: 'Orders', place: '' });
  const command = useCommand({
    call,
    invalidates: [['things']],
    success: 'common.copied',
    failure: 'common.failed-title',
  });
  const submit = form.handleSubmit((values) => command.run(values, { form }));
  return (
    <Dialog open>
      <DialogContent aria-describedby={undefined}>
        <DialogTitle>Thing</DialogTitle>
        <DialogForm onSubmit={(event) => void submit(event)} action="Save" isLocked={command.state === 'sending'}>
          <TextField name="name" control={form.control} label="Name" disabled={command.state === 'sending'} />
          <TextField name="place" control={form.control} label="Place" disabled={command.state === 'sending'} />
          <output>{command.state}</output>
        </DialogForm>
      </DialogContent>
    </Dialog>
  );
};

const keysOf = (call: ReturnType<typeof vi.fn<Call>>) =>
  call.mock.calls.map(([, { idempotencyKey }]) => idempotencyKey);

it('sends a command once, however often somebody clicks, and reports success', async () => {
  let finish = (_result: object) => {};
  const call = vi.fn<Call>(() => new Promise((resolve) => (finish = resolve)));
  const { user } = show(<Form call={call} />);
  await user.dblClick(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByRole('status').textContent).toBe('sending');
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  finish({});
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('done'));
  expect(call).toHaveBeenCalledTimes(1);
  expect(notices).toMatchObject([{ kind: 'success', text: 'Copied' }]);
});

it('refetches the data that a command changed before it is done', async () => {
  const { user, client } = show(<Form call={async () => ({})} />);
  const load = vi.fn(async () => 'things');
  await client.fetchQuery({ queryKey: ['things'], queryFn: load });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('done'));
  expect(client.getQueryState(['things'])?.isInvalidated).toBe(true);
});

it('shows a refusal at its field, which gets the focus, and shows no notice', async () => {
  const refusal = new ProblemError(400, 'invalid', { errors: [{ field: 'place', code: 'name.unseen' }] });
  const { user } = show(<Form call={async () => Promise.reject(refusal)} />);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const place = await screen.findByRole('textbox', { name: 'Place' });
  await waitFor(() => expect(place.getAttribute('aria-invalid')).toBe('true'));
  await waitFor(() => expect(document.activeElement).toBe(place));
  const error = document.getElementById(place.getAttribute('aria-describedby') ?? '');
  expect(error?.textContent?.length).toBeGreaterThan(10);
  expect(screen.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('false');
  expect(notices).toEqual([]);
});

it('shows what failed and why, with an id to quote, and allows another try', async () => {
  const away = new ProblemError(503, 'unavailable', { correlationId: 'c-1' });
  const call = vi.fn<Call>().mockRejectedValueOnce(away).mockResolvedValue({});
  const { user } = show(<Form call={call} />);
  const save = screen.getByRole('button', { name: 'Save' });
  await user.click(save);
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('failed'));
  expect(notices).toMatchObject([{ kind: 'error', text: 'This could not be loaded' }]);
  expect(notices[0]?.description).toContain('c-1');
  await user.click(save);
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('done'));
  // The server may have done it. The same key makes it one command.
  expect(new Set(keysOf(call)).size).toBe(1);
});

it("treats a new try as a new intent after the server's decision, or after a change of the input", async () => {
  const refused = new ProblemError(409, 'conflict');
  const away = new ProblemError(503, 'unavailable');
  const call = vi.fn<Call>().mockRejectedValueOnce(refused).mockRejectedValueOnce(away).mockResolvedValue({});
  const { user } = show(<Form call={call} />);
  const save = screen.getByRole('button', { name: 'Save' });
  for (const times of [1, 2]) {
    await user.click(save);
    await waitFor(() => expect(call).toHaveBeenCalledTimes(times));
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('failed'));
  }
  await user.type(screen.getByRole('textbox', { name: 'Place' }), 'here');
  await user.click(save);
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('done'));
  expect(new Set(keysOf(call)).size).toBe(3);
});
