// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { componentTests, show } from '../../test/show.tsx';

import { optionsOf } from '../text/told-apart.tsx';
import { ChoiceFilter } from './choice-filter.tsx';
import { DateInput } from './date-input.tsx';
import { LongChoiceFilter } from './long-choice-filter.tsx';
import { MultiSelect } from './multi-select.tsx';
import { SearchField } from './search-field.tsx';
import { useListParams } from './use-list-params.ts';

componentTests();

const words = (count: number) => Array.from({ length: count }, (_, index) => `word ${index + 1}`);

it('a search reports its value once, when the typing pauses, and follows the address', async () => {
  const told: string[] = [];
  const { rerender } = show(<SearchField label="Search" value="" onChange={(value) => told.push(value)} />);
  const box = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' });
  await userEvent.type(box, ' pay ');
  expect(told).toEqual([]);
  await waitFor(() => expect(told).toEqual(['pay']));
  expect(box.value).toBe(' pay ');
  rerender(<SearchField label="Search" value="back" onChange={(value) => told.push(value)} />);
  expect(box.value).toBe('back');
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  await waitFor(() => expect(told).toEqual(['pay', '']));
});

const LevelFilter = () => {
  const [value, setValue] = useState<'low' | 'high' | undefined>();
  return (
    <ChoiceFilter
      label="Level"
      value={value}
      choices={['low', 'high']}
      textOf={(choice) => choice.toUpperCase()}
      onChange={setValue}
    />
  );
};

it('a filter of a few choices shows its name and its choice, and can show all again', async () => {
  show(<LevelFilter />);
  const choose = async (name: string) => {
    await userEvent.click(screen.getByRole('button'));
    await userEvent.click(await screen.findByRole('menuitemradio', { name }));
  };
  expect(screen.getByRole('button').textContent).toBe('LevelAll');
  await choose('HIGH');
  await waitFor(() => expect(screen.getByRole('button').textContent).toBe('LevelHIGH'));
  await choose('All');
  await waitFor(() => expect(screen.getByRole('button').textContent).toBe('LevelAll'));
});

it('a filter of many choices shows a hundred, names the number of others, and is narrowed by typing', async () => {
  const chosen: (string | undefined)[] = [];
  show(
    <LongChoiceFilter
      label="Word"
      value={undefined}
      choices={words(130)}
      textOf={(choice) => choice}
      onChange={(choice) => chosen.push(choice)}
    />,
  );
  await userEvent.click(screen.getByRole('button'));
  expect(await screen.findAllByRole('option')).toHaveLength(101);
  expect(screen.getByText('30 more: type to find them')).toBeTruthy();
  await userEvent.keyboard('WORD 13');
  await waitFor(() =>
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['word 13', 'word 130']),
  );
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(chosen).toEqual(['word 130']);
  await waitFor(() => expect(screen.queryByRole('option')).toBe(null));
});

const WordChoice = () => {
  const [selected, setSelected] = useState<string[]>([]);
  const options = words(3).map((value) => ({ value, label: value }));
  return <MultiSelect label="Words" options={options} selected={selected} onChange={setSelected} />;
};

it('several choices are selected and cleared, and none means all', async () => {
  show(<WordChoice />);
  const button = screen.getByRole('button', { name: /^Words/ });
  expect(button.textContent).toBe('All');
  await userEvent.click(button);
  await userEvent.click(await screen.findByRole('option', { name: 'word 3' }));
  expect(button.textContent).toBe('word 3');
  await userEvent.click(screen.getByRole('option', { name: 'word 1' }));
  expect(button.textContent).toBe('word 3, word 12');
  expect(screen.getByRole('option', { name: 'word 1' }).getAttribute('aria-checked')).toBe('true');
  await userEvent.click(screen.getByRole('option', { name: 'word 3' }));
  expect(button.textContent).toBe('word 1');
  await userEvent.click(screen.getByText('Clear selection'));
  expect(button.textContent).toBe('All');
});

it('a wrong day shows its problem', () => {
  show(<DateInput label="From" value="2026-02-01" max="2026-01-31" error="Too late" onChange={() => {}} />);
  const input = screen.getByLabelText<HTMLInputElement>('From');
  expect([input.type, input.max, input.getAttribute('aria-invalid')]).toEqual(['date', '2026-01-31', 'true']);
  const description = document.getElementById(input.getAttribute('aria-describedby') ?? '');
  expect(description?.textContent).toBe('Too late');
  expect(screen.getByRole('alert')).toBe(description);
});

const listSchema = z.object({
  page: z._default(z.coerce.number().check(z.int(), z.nonnegative()), 0),
  sort: z._default(z.enum(['name', 'age']), 'name'),
  search: z._default(z.string(), ''),
});
let set: ReturnType<typeof useListParams<typeof listSchema.shape>>[1];
const Params = () => {
  const [params, setParams] = useListParams(listSchema);
  set = setParams;
  return <output>{JSON.stringify(params)}</output>;
};
const params = () => JSON.parse(screen.getByRole('status').textContent);

it('a list follows its address; wrong parameters become the defaults', () => {
  history.replaceState(null, '', '/list?page=x&sort=age&search=a&other=1');
  show(<Params />);
  expect(params()).toEqual({ page: 0, sort: 'age', search: 'a' });
});

it('a choice returns to the first page and adds a step to the history; typing adds none', async () => {
  history.replaceState(null, '', '/list?page=3&other=1');
  show(<Params />);
  const before = history.length;
  act(() => set({ sort: 'age' }));
  await waitFor(() => expect(params()).toEqual({ page: 0, sort: 'age', search: '' }));
  expect(location.search).toBe('?other=1&sort=age');
  expect(history.length).toBe(before + 1);
  act(() => set({ search: 'a' }));
  await waitFor(() => expect(params().search).toBe('a'));
  expect(history.length).toBe(before + 1);
  act(() => set({ page: 2 }));
  await waitFor(() => expect(params().page).toBe(2));
  act(() => set({ sort: 'name', search: '', page: 2 }));
  await waitFor(() => expect(location.search).toBe('?other=1&page=2'));
  const steps = history.length;
  act(() => set({ page: 1 }, { replace: true }));
  await waitFor(() => expect(params().page).toBe(1));
  expect(history.length).toBe(steps);
});

it('filters show what tells choices of one name apart, and find it', async () => {
  const options = optionsOf(
    [
      { id: 1, name: 'Orders', organization: 'Acme' },
      { id: 2, name: 'Orders', organization: 'Harbour' },
      { id: 3, name: 'Payments', organization: 'Acme' },
    ],
    ({ organization }) => [organization],
  );
  const one = (id: string) => options.find(({ value }) => String(value) === id);
  show(
    <>
      <MultiSelect label="APIs" options={options} selected={[1, 3]} onChange={() => {}} />
      <LongChoiceFilter
        label="API"
        value="2"
        choices={['1', '2', '3']}
        textOf={(id) => one(id)?.label ?? ''}
        secondOf={(id) => one(id)?.second}
        onChange={() => {}}
      />
    </>,
  );
  expect(screen.getByRole('button', { name: /^APIs/ }).textContent).toBe('Orders · Acme, Payments2');
  const filter = screen.getByRole('button', { name: /^API Orders|^APIOrders/ });
  expect(filter.textContent).toBe('APIOrders Harbour');
  await userEvent.click(filter);
  const texts = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(texts()).toEqual(['All', 'Orders Acme', 'Orders Harbour', 'Payments']);
  await userEvent.type(screen.getByRole('combobox'), 'harb');
  await waitFor(() => expect(texts()).toEqual(['Orders Harbour']));
});
