// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { componentTests, show, showLazy } from '../../test/show.tsx';

import { DayField } from './day-field.tsx';
import { EntryRowsField } from './entry-rows-field.tsx';
import { FileField } from './file-field.tsx';
import { NumberField } from './number-field.tsx';
import { RadioField } from './radio-field.tsx';
import { SelectField } from './select-field.tsx';
import { SwitchField } from './switch-field.tsx';
import { TextAreaField } from './text-area-field.tsx';
import { TextField } from './text-field.tsx';
import { useZodForm } from './use-zod-form.ts';

componentTests();

/** A message of a schema is a code. Its words are shown. */
const wrong = { error: 'api.exists' };
const schema = z.object({
  name: z.string().check(z.minLength(3, wrong)),
  comment: z.string().check(z.maxLength(5, wrong)),
  limit: z.nullable(z.int(wrong)),
  level: z.enum(['low', 'high'], wrong),
  count: z.optional(z.number(wrong)),
  active: z.boolean().check(z.refine((isOn) => isOn, wrong)),
  headers: z.array(z.string().check(z.regex(/^[^:]+:.+$/, wrong))),
  file: z.instanceof(File, wrong),
  day: z.nullable(z.iso.date(wrong)),
});
type Values = z.input<typeof schema>;
const defaults = {
  name: '',
  comment: '',
  limit: null,
  level: undefined,
  count: undefined,
  active: false,
  headers: [] as string[],
  file: undefined,
  day: null,
};

type FormControl = ReturnType<typeof useZodForm<typeof schema>>['control'];
let current: () => Values;

const Form = ({ field }: { field: (control: FormControl) => ReactElement }) => {
  const form = useZodForm(schema, defaults);
  current = form.getValues;
  return (
    <form onSubmit={form.handleSubmit(() => {})}>
      {field(form.control)}
      <button type="submit">Send</button>
    </form>
  );
};

const draw = (field: (control: FormControl) => ReactElement) => show(<Form field={field} />);
/** Draws a field whose code comes later. */
const drawLate = (field: (control: FormControl) => ReactElement) => showLazy(<Form field={field} />);
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }));
const words = 'This API exists already.';

/** Returns the description that a screen reader reads after a control's name. */
const describedBy = (element: HTMLElement) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter(Boolean)
    .map((id) => document.getElementById(id)?.textContent);

/** Checks that a field shows its name, help and problem, and has the focus if it is the first wrong one. */
const refused = async (element: () => HTMLElement, help: string): Promise<void> => {
  expect(element().getAttribute('aria-invalid')).toBe('false');
  expect(describedBy(element())).toEqual([help]);
  await send();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe(words);
  expect(element().getAttribute('aria-invalid')).toBe('true');
  expect(describedBy(element())).toEqual([help, words]);
};

it('a text field shows its label, help and problem, and hides the problem when it is corrected', async () => {
  draw((control) => <TextField control={control} name="name" label="Name" help="Three letters" required />);
  const input = () => screen.getByRole('textbox', { name: /^Name/ });
  expect(input().getAttribute('aria-required')).toBe('true');
  expect(input().getAttribute('dir')).toBe('auto');
  await refused(input, 'Three letters');
  await waitFor(() => expect(document.activeElement).toBe(input()));
  await userEvent.type(input(), 'abc');
  await waitFor(() => expect(screen.queryByRole('alert')).toBe(null));
  expect(current().name).toBe('abc');
});

it('a text field shows its problem when it loses the focus, not during typing', async () => {
  draw((control) => <TextField control={control} name="name" label="Name" />);
  await userEvent.type(screen.getByRole('textbox'), 'a');
  expect(screen.queryByRole('alert')).toBe(null);
  await userEvent.tab();
  await screen.findByText(words);
});

it('a text area counts its characters, and shows when there are too many', async () => {
  draw((control) => <TextAreaField control={control} name="comment" label="Comment" maximum={5} />);
  await userEvent.type(screen.getByRole('textbox', { name: 'Comment' }), 'four5');
  expect(screen.getByText('5 / 5').className).not.toContain('text-danger');
  await userEvent.type(screen.getByRole('textbox', { name: 'Comment' }), '6');
  expect(screen.getByText('6 / 5').className).toContain('text-danger');
  expect(current().comment).toBe('four56');
});

it.each([
  ['a change', (input: HTMLElement) => fireEvent.change(input, { target: { value: '' } })],
  ['a key', (input: HTMLElement) => fireEvent.keyUp(input)],
  ['the end of typing', (input: HTMLElement) => fireEvent.blur(input)],
])('a day field leaves a half-typed day to the schema, and takes an empty one as none: %s', async (_by, happen) => {
  draw((control) => <DayField control={control} name="day" label="Day" help="The last one" />);
  const input = screen.getByLabelText<HTMLInputElement>('Day');
  fireEvent.change(input, { target: { value: '2026-12-31' } });
  expect(current().day).toBe('2026-12-31');
  // A browser with a missing part has no value, and says so here only.
  const validity = vi.spyOn(input, 'validity', 'get').mockReturnValue({ badInput: true } as ValidityState);
  happen(input);
  expect(current().day).toBe('');
  await refused(() => input, 'The last one');
  validity.mockReturnValue({ badInput: false } as ValidityState);
  fireEvent.keyUp(input);
  expect(current().day).toBe(null);
});

it('a number field turns digits into a number and no input into null, and leaves other input to the schema', async () => {
  draw((control) => <NumberField control={control} name="limit" label="Limit" unit="per minute" nullable />);
  const input = screen.getByRole('textbox', { name: 'Limit' });
  expect(input.getAttribute('inputmode')).toBe('numeric');
  expect(screen.getByText('per minute')).toBeTruthy();
  await userEvent.type(input, '12');
  expect(current().limit).toBe(12);
  await userEvent.type(input, 'x');
  expect(current().limit).toBe('12x');
  await userEvent.tab();
  await screen.findByText(words);
  await userEvent.clear(input);
  expect(current().limit).toBe(null);
  await waitFor(() => expect(screen.queryByRole('alert')).toBe(null));
});

it("radio buttons return the option's value, by mouse and by keyboard, and explain each option", async () => {
  const options = [
    { value: 'low', label: 'Low', help: 'Now and then' },
    { value: 'high', label: 'High' },
    { value: 'none', label: 'None', disabled: true },
  ];
  draw((control) => <RadioField control={control} name="level" label="Level" help="How often" options={options} />);
  await refused(() => screen.getByRole('radiogroup', { name: 'Level' }), 'How often');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Low' })));
  expect(describedBy(screen.getByRole('radio', { name: 'Low' }))).toEqual(['Now and then']);
  expect(screen.getByRole('radio', { name: 'None' })).toHaveProperty('disabled', true);
  await userEvent.click(screen.getByText('Low'));
  expect(current().level).toBe('low');
  await waitFor(() => expect(screen.queryByRole('alert')).toBe(null));
  screen.getByRole('radio', { name: 'Low' }).focus();
  // Hold the key until the focus has moved, as a finger does.
  const user = userEvent.setup();
  await user.keyboard('{ArrowDown>}');
  await waitFor(() => expect(current().level).toBe('high'));
  await user.keyboard('{/ArrowDown}');
});

it("a select returns the option's value, also a number, and null for no choice", async () => {
  const options = [
    { value: 1, label: 'One' },
    { value: 2, label: 'Two', disabled: true },
  ];
  draw((control) => <SelectField control={control} name="count" label="Count" options={options} none="None" />);
  const select = () => screen.getByRole('combobox', { name: 'Count', hidden: true });
  const choose = async (name: string) => {
    select().focus();
    await userEvent.keyboard('{Enter}');
    await userEvent.click(await screen.findByRole('option', { name }));
    await waitFor(() => expect(select().textContent).toBe(name));
  };
  expect(select().textContent).toBe('None');
  await choose('One');
  expect(current().count).toBe(1);
  select().focus();
  await userEvent.keyboard('{Enter}');
  expect((await screen.findByRole('option', { name: 'Two' })).getAttribute('aria-disabled')).toBe('true');
  await userEvent.keyboard('{Escape}');
  await choose('None');
  expect(current().count).toBe(undefined);
});

it('a select of many options is narrowed by typing, by keyboard alone', async () => {
  const options = Array.from({ length: 130 }, (_, index) => ({ value: index, label: `Company ${index}` }));
  await drawLate((control) => (
    <SelectField control={control} name="count" label="Count" options={options} none="None" />
  ));
  const select = await screen.findByRole('combobox', { name: 'Count' });
  expect(select.textContent).toBe('None');
  select.focus();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findAllByRole('option')).toHaveLength(101);
  expect(screen.getByText('30 more: type to find them')).toBeTruthy();
  await userEvent.keyboard('company 12');
  await waitFor(() => expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toHaveLength(11));
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(select.textContent).toBe('Company 120'));
  expect(current().count).toBe(120);
  await waitFor(() => expect(document.activeElement).toBe(select));
  await userEvent.keyboard('{Enter}nothing');
  expect(await screen.findByText('Nothing found')).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  expect(current().count).toBe(120);
});

it('a switch is on or off, and shows its problem', async () => {
  draw((control) => <SwitchField control={control} name="active" label="Active" help="It works" />);
  const control = () => screen.getByRole('switch', { name: 'Active' });
  await refused(control, 'It works');
  await userEvent.click(screen.getByText('Active'));
  expect(current().active).toBe(true);
  expect(control().getAttribute('aria-checked')).toBe('true');
  await waitFor(() => expect(screen.queryByRole('alert')).toBe(null));
  await userEvent.keyboard(' ');
  expect(current().active).toBe(false);
});

const text = new File(['openapi'], 'orders.yaml', { type: 'text/yaml' });
const drop = (element: HTMLElement) => fireEvent.drop(element, { dataTransfer: { files: [text] } });

it('a file is dropped or chosen, shown with its size, and removed again', async () => {
  draw((control) => <FileField control={control} name="file" label="File" accept=".yaml" />);
  await send();
  await screen.findByText(words);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'File' })));
  drop(screen.getByText('Drop a file here, or'));
  await screen.findByText('orders.yaml');
  expect(current().file).toBe(text);
  expect(screen.getByText('7 bytes')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Remove file' }));
  await screen.findByText('Drop a file here, or');
  expect(current().file).toBe(undefined);
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  expect(input?.accept).toBe('.yaml');
  await userEvent.upload(input as HTMLInputElement, text);
  await screen.findByText('orders.yaml');
  expect(current().file).toBe(text);
});

it('a disabled file field accepts no dropped file', async () => {
  draw((control) => <FileField control={control} name="file" label="File" accept=".yaml" disabled />);
  drop(screen.getByText('Drop a file here, or'));
  expect(current().file).toBe(undefined);
});

const rows = (control: FormControl) => (
  <EntryRowsField control={control} name="headers" label="Headers" hint="name:value" halves={['name', 'value']} />
);
const half = (name: string, number: number) => screen.getByRole('textbox', { name: new RegExp(`${name}.*${number}`) });

it('rows of entries are added, typed in halves, and removed; the focus follows', async () => {
  draw(rows);
  const group = screen.getByRole('group', { name: 'Headers' });
  expect(describedBy(group)).toEqual(['name:value']);
  const add = within(group).getByRole('button', { name: /Headers/ });
  await userEvent.click(add);
  await waitFor(() => expect(document.activeElement).toBe(half('name', 1)));
  // The colon moves the focus to the other half.
  await userEvent.keyboard('x-a:1');
  expect(document.activeElement).toBe(half('value', 1));
  expect(current().headers).toEqual(['x-a:1']);
  await userEvent.click(add);
  await waitFor(() => expect(document.activeElement).toBe(half('name', 2)));
  await userEvent.paste('x-b:2; x-c:3\nx-d:4');
  expect(current().headers).toEqual(['x-a:1', 'x-b:2', 'x-c:3', 'x-d:4']);
  const remove = (number: number) => screen.getByRole('button', { name: new RegExp(`emove.*${number}`) });
  await userEvent.click(remove(2));
  expect(current().headers).toEqual(['x-a:1', 'x-c:3', 'x-d:4']);
  await waitFor(() => expect(document.activeElement).toBe(remove(2)));
});

it('a wrong row shows its problem, and gets the focus', async () => {
  draw(rows);
  await userEvent.click(screen.getByRole('button', { name: /Headers/ }));
  await waitFor(() => expect(document.activeElement).toBe(half('name', 1)));
  await userEvent.keyboard('x-a');
  await send();
  await screen.findByText(words);
  expect(half('name', 1).getAttribute('aria-invalid')).toBe('true');
  expect(describedBy(half('name', 1))).toEqual([words]);
  await waitFor(() => expect(document.activeElement).toBe(half('name', 1)));
});
