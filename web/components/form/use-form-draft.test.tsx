// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect } from 'react';
import { expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import type { OperationRow } from '#domain/operation/schema.ts';
import { componentTests, show } from '../../test/show.tsx';

import { forgetDrafts } from './draft-storage.ts';
import { TextField } from './text-field.tsx';
import { useFailedFields } from './use-failed-fields.ts';
import { useFormDraft } from './use-form-draft.ts';
import { useZodForm } from './use-zod-form.ts';

componentTests();

const schema = z.object({ name: z.string(), path: z.string(), file: z.optional(z.instanceof(File)) });

/** A long form about one thing. `operation` is the result of the last try. */
const Form = ({ about, operation }: { about: string; operation?: OperationRow }) => {
  const form = useZodForm(schema, { name: 'from the server', path: '', file: undefined });
  const forget = useFormDraft(form, about);
  useFailedFields(form, operation);
  const { setValue } = form;
  // The form sets it by itself. Nobody typed it.
  useEffect(() => setValue('path', '/proposed'), [setValue]);
  return (
    <form onSubmit={form.handleSubmit(forget)}>
      <TextField control={form.control} name="name" label="Name" />
      <TextField control={form.control} name="path" label="Path" />
      <button type="submit">Send</button>
    </form>
  );
};

const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
const path = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Path' });
const type = async (text: string) => {
  await userEvent.clear(name());
  await userEvent.type(name(), text);
};

it('keeps the input for the form of the same thing', async () => {
  const first = show(<Form about="one" />);
  await type('typed');
  first.unmount();
  const other = show(<Form about="two" />);
  expect(name().value).toBe('from the server');
  other.unmount();
  show(<Form about="one" />);
  expect(name().value).toBe('typed');
});

it('keeps it for an hour after the last change', async () => {
  const first = show(<Form about="one" />);
  await type('typed');
  first.unmount();
  const begun = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(begun + 3_590_000);
  const second = show(<Form about="one" />);
  expect(name().value).toBe('typed');
  second.unmount();
  vi.spyOn(Date, 'now').mockReturnValue(begun + 3_660_000);
  show(<Form about="another" />);
  expect(Object.keys(localStorage)).toEqual([]);
});

it('keeps nothing for a form without input', () => {
  show(<Form about="one" />);
  expect(path().value).toBe('/proposed');
  expect(Object.keys(localStorage)).toEqual([]);
});

it('forgets a form after it was sent, and all forms when another user logs in', async () => {
  const first = show(<Form about="one" />);
  await type('typed');
  expect(Object.keys(localStorage)).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(Object.keys(localStorage)).toEqual([]));
  await type('typed again');
  expect(Object.keys(localStorage)).toHaveLength(1);
  first.unmount();
  forgetDrafts();
  show(<Form about="one" />);
  expect(name().value).toBe('from the server');
});

it("shows the gateway's errors at their fields, and focuses the first", async () => {
  const problems = [
    { code: 'not-found', field: 'elsewhere' },
    { code: 'api.exists', field: 'name' },
  ];
  const failed = { state: 'failed', problems } as unknown as OperationRow;
  const { rerender } = show(<Form about="one" operation={{ ...failed, state: 'started' }} />);
  expect(screen.queryByRole('alert')).toBe(null);
  rerender(<Form about="one" operation={failed} />);
  expect((await screen.findByRole('alert')).textContent).toBe('This API exists already.');
  expect(name().getAttribute('aria-invalid')).toBe('true');
  expect(path().getAttribute('aria-invalid')).toBe('false');
  expect(document.activeElement).toBe(name());
});
