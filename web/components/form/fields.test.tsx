// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { componentTests, show } from '../../test/show.tsx';
import { Button } from '../ui/button.tsx';
import { DialogForm, FormDialog } from './form-dialog.tsx';
import { NumberField } from './number-field.tsx';
import { RadioField } from './radio-field.tsx';
import { SwitchField } from './switch-field.tsx';
import { TextAreaField } from './text-area-field.tsx';
import { TextField } from './text-field.tsx';
import { useZodForm } from './use-zod-form.ts';

componentTests();

const body = z.strictObject({
  name: z.string().check(z.minLength(1, 'name.no-letters')),
  note: z.string().check(z.maxLength(10)),
  calls: z.nullable(z.int('field.invalid').check(z.positive())),
  size: z.enum(['small', 'large'], { error: 'field.required' }),
  active: z.boolean(),
});
type Values = z.output<typeof body>;

const sizes = [
  { value: 'small', label: 'Small', help: 'Fits everywhere' },
  { value: 'large', label: 'Large' },
];

const Fields = ({ onSent }: { onSent: (values: Values) => void }) => {
  const form = useZodForm(body, { name: '', note: '', calls: null, size: undefined, active: false });
  const { control } = form;
  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit((values) => onSent(values))(event)}>
      <TextField name="name" control={control} label="Name" help="What people call it." required />
      <TextAreaField name="note" control={control} label="Note" />
      <NumberField name="calls" control={control} label="Calls" unit="per minute" nullable />
      <RadioField name="size" control={control} label="Size" options={sizes} />
      <SwitchField name="active" control={control} label="Active" />
      <button type="submit">Send</button>
    </form>
  );
};

const textOf = (id: string | null) =>
  (id ?? '')
    .split(' ')
    .map((each) => document.getElementById(each)?.textContent ?? '')
    .join(' ');

it('are connected to their label and help, and say that they are required', () => {
  show(<Fields onSent={() => {}} />);
  const name = screen.getByRole('textbox', { name: /^Name/ });
  expect(textOf(name.getAttribute('aria-describedby'))).toBe('What people call it.');
  expect(name.getAttribute('aria-required')).toBe('true');
  expect(name.getAttribute('aria-invalid')).toBe('false');
  const small = screen.getByRole('radio', { name: 'Small' });
  expect(textOf(small.getAttribute('aria-describedby'))).toBe('Fits everywhere');
});

it('send nothing while a value is wrong, and explain it at each field', async () => {
  const onSent = vi.fn();
  const { user } = show(<Fields onSent={onSent} />);
  await user.type(screen.getByRole('textbox', { name: /^Calls/ }), 'many');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  const name = screen.getByRole('textbox', { name: /^Name/ });
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
  expect(document.activeElement).toBe(name);
  expect(textOf(name.getAttribute('aria-describedby')).length).toBeGreaterThan('What people call it.'.length + 5);
  expect(screen.getByRole('textbox', { name: /^Calls/ }).getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('textbox', { name: /^Note/ }).getAttribute('aria-invalid')).toBe('false');
  expect(onSent).not.toHaveBeenCalled();
});

it('send typed and chosen values: numbers as numbers, an empty number as null', async () => {
  const onSent = vi.fn();
  const { user } = show(<Fields onSent={onSent} />);
  await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Orders');
  await user.click(screen.getByRole('radio', { name: 'Large' }));
  await user.click(screen.getByRole('switch', { name: 'Active' }));
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(onSent).toHaveBeenCalledTimes(1));
  expect(onSent).toHaveBeenLastCalledWith({ name: 'Orders', note: '', calls: null, size: 'large', active: true });
  await user.type(screen.getByRole('textbox', { name: /^Calls/ }), '60');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(onSent).toHaveBeenCalledTimes(2));
  expect(onSent).toHaveBeenLastCalledWith(expect.objectContaining({ calls: 60 }));
});

const NameForm = () => {
  const form = useZodForm(z.strictObject({ name: z.string() }), { name: '' });
  return (
    <DialogForm onSubmit={(event) => event.preventDefault()} action="Save" isLocked={false}>
      <TextField name="name" control={form.control} label="Name" />
    </DialogForm>
  );
};

const Asking = () => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Ask</Button>
      <FormDialog open={isOpen} onClose={() => setOpen(false)} title="A question" text="What is its name?">
        <NameForm />
      </FormDialog>
    </>
  );
};

it('a dialog starts empty each time, closes on Escape and Cancel, and gives the focus back', async () => {
  const { user } = show(<Asking />);
  const ask = screen.getByRole('button', { name: 'Ask' });
  await user.click(ask);
  const dialog = await screen.findByRole('dialog', { name: 'A question' });
  expect(dialog.textContent).toContain('What is its name?');
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'half');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(ask));
  await user.click(ask);
  const again = await screen.findByRole('dialog', { name: 'A question' });
  expect(within(again).getByRole('textbox', { name: 'Name' })).toHaveProperty('value', '');
  await user.click(within(again).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
