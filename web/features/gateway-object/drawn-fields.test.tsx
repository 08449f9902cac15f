// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { Control, FieldValues } from 'react-hook-form';
import { describe, expect, it } from 'vitest';
import { checkField } from '#domain/gateway-object/check-form.ts';
import { defaultOf, type FormField } from '#domain/gateway-object/form-field.ts';
import { pluginFormIn } from '#gateway/mirror/plugin-form.ts';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { componentTests, show } from '../../test/show.tsx';
import { DrawnField, DrawnRecord } from './drawn-field.tsx';
import { stateOf, valueIn } from './form-state.ts';
import { pluginFormSchema } from './plugin-form-schema.ts';

componentTests('kong-objects');

/** The schemas of all plugins of a real Kong 3.9.1. */
const schemas = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../../gateway/mirror/fixtures/plugin-schemas.json'), 'utf8'),
) as Readonly<Record<string, Record<string, unknown>>>;
const formOf = (plugin: string, schema = schemas[plugin] ?? {}) => pluginFormIn(plugin, schema);

let current: () => unknown;

const Form = ({ drawn, value }: { drawn: ReturnType<typeof formOf>; value?: unknown }) => {
  const { config } = drawn;
  const form = useZodForm(pluginFormSchema(drawn), {
    name: drawn.name,
    enabled: true,
    protocols: drawn.protocols && stateOf(drawn.protocols, defaultOf(drawn.protocols)),
    config: stateOf(config, value ?? defaultOf(config)),
  });
  current = () => valueIn(config, form.getValues('config'), [], []);
  const control = form.control as unknown as Control<FieldValues>;
  const set = (name: string, state: unknown) => form.setValue(name as 'config', state);
  return (
    <form onSubmit={form.handleSubmit(() => {})}>
      {drawn.protocols && (
        <DrawnField control={control} set={set} name="protocols" label="protocols" field={drawn.protocols} />
      )}
      <DrawnRecord control={control} set={set} name="config" fields={config.fields ?? []} />
      <button type="submit">Send</button>
    </form>
  );
};

/** Returns the names of all fields that have a control on the page: labels that lead to one, groups, and buttons that add. */
const controls = (): ReadonlySet<string> => {
  const labelled = [...document.querySelectorAll('label')]
    .filter(({ htmlFor }) => document.getElementById(htmlFor))
    .map(({ textContent }) => textContent ?? '');
  const groups = [...document.querySelectorAll('legend')].map(({ textContent }) => textContent ?? '');
  const lists = [...document.querySelectorAll('[data-add]')].map(
    (button) => button.getAttribute('aria-label')?.replace('Add to ', '') ?? '',
  );
  return new Set([...labelled, ...groups, ...lists].map((text) => text.replace(/ \*$/, '')));
};

const namesIn = (field: FormField, value: unknown): string[] =>
  (field.fields ?? []).flatMap(({ name, field: inner }) => {
    const within = (value as Record<string, unknown> | null)?.[name];
    return [name, ...(inner.type === 'record' && within !== null ? namesIn(inner, within) : [])];
  });

/** Returns a value without what is nothing to the gateway: null, and what has no entries. */
const bare = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.length > 0 ? value.map(bare) : undefined;
  if (typeof value !== 'object' || value === null) return value ?? undefined;
  const inner = Object.entries(value).map(([name, each]) => [name, bare(each)] as const);
  const some = inner.filter(([, each]) => each !== undefined);
  return some.length > 0 ? Object.fromEntries(some) : undefined;
};

/** Required fields that nobody filled in yet. */
const missingIn = (field: FormField): string[] =>
  checkField(defaultOf(field), field, ['config']).map(({ path: at }) => at.join('.'));

describe.each(Object.keys(schemas))('the form of %s', (plugin) => {
  const drawn = formOf(plugin);

  it('has a control for each field, and gives back its defaults', () => {
    show(<Form drawn={drawn} />);
    const shown = controls();
    const value = defaultOf(drawn.config);
    expect(
      [...namesIn(drawn.config, value), ...(drawn.protocols ? ['protocols'] : [])].filter((name) => !shown.has(name)),
    ).toEqual([]);
    expect(JSON.stringify(drawn)).not.toContain('"type":"json"');
    expect(bare(current())).toEqual(bare(value));
  });

  it('says at its field what has to be filled in', async () => {
    show(<Form drawn={drawn} />);
    const missing = missingIn(drawn.config);
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    if (missing.length === 0) return expect(screen.queryByRole('alert')).toBeNull();
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(missing.length));
  });
});

it('lists, maps and records are filled in with the keyboard', async () => {
  const { user } = show(<Form drawn={formOf('http-log')} />);
  screen.getByRole('button', { name: 'Add to headers' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Key 1 of headers/)));
  await user.keyboard('x-team{Tab}orders');
  expect(current()).toMatchObject({ headers: { 'x-team': 'orders' } });
  screen.getByRole('button', { name: 'Remove headers 1' }).focus();
  await user.keyboard('{Enter}');
  expect(current()).toMatchObject({ headers: null });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add to headers' })));
});

it('a secret stays until it is replaced', async () => {
  const value = { minute: 5, redis: { host: 'redis.example', password: { fingerprint: 'abc123' } } };
  const { user } = show(<Form drawn={formOf('rate-limiting')} value={value} />);
  expect(current()).toMatchObject({ redis: { password: { fingerprint: 'abc123' } } });
  await user.click(screen.getByRole('button', { name: 'Replace password' }));
  await user.type(screen.getByLabelText('password'), 'another');
  expect(current()).toMatchObject({ redis: { host: 'redis.example', password: 'another' } });
});

it('what another version of the gateway has, and the portal does not know, is edited as JSON and kept', async () => {
  const fields = [
    { config: { type: 'record', required: true, fields: [{ shape: { type: 'json', description: 'A shape.' } }] } },
  ];
  const { user } = show(
    <Form drawn={formOf('house-made', { fields })} value={{ shape: { deep: [1, { two: null }] } }} />,
  );
  expect(current()).toEqual({ shape: { deep: [1, { two: null }] } });
  const box = screen.getByLabelText('shape (JSON)');
  await user.clear(box);
  await user.type(box, '{{"a":');
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('This is not JSON');
  await user.type(box, '1}');
  expect(current()).toEqual({ shape: { a: 1 } });
});
