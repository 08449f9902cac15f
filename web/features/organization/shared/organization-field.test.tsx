// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { useZodForm } from '../../../components/form/use-zod-form.ts';
import { held, json, pageServer } from '../../../test/server.ts';
import { componentTests, show } from '../../../test/show.tsx';
import { OrganizationField } from './organization-field.tsx';

componentTests();
const { startWith, seen } = pageServer();

const schema = z.object({ organizationId: z.number({ error: 'application.organization-required' }) });
const listed = (count: number) =>
  json(
    200,
    Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `Company ${index + 1}`, external: true })),
  );

type Props = Readonly<{ chosen?: { id: number; name: string }; isFixed?: boolean }>;
const Form = ({ chosen, isFixed = false }: Props) => {
  const { control } = useZodForm(schema, { organizationId: chosen?.id });
  return (
    <OrganizationField control={control} name="organizationId" label="Organization" chosen={chosen} isFixed={isFixed} />
  );
};
const choice = () => screen.getByRole('combobox', { name: 'Organization' });

it('finds one of thousands by its name, and says how many more there are', async () => {
  await startWith(listed(3000));
  const { user } = show(<Form />);
  await waitFor(() => expect(choice()).toHaveProperty('disabled', false));
  await user.click(choice());
  expect(await screen.findByText('2900 more: type to find them')).toBeTruthy();
  await user.keyboard('pany 2999');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  await user.keyboard('{Enter}');
  expect(choice().textContent).toBe('Company 2999');
  await user.click(choice());
  await user.keyboard('nobody');
  expect(await screen.findByText('Nothing found')).toBeTruthy();
});

it('names the selected one while the list loads, and if the list does not have it', async () => {
  const list = held(listed(2));
  await startWith(list.answering);
  const { user } = show(<Form chosen={{ id: 77, name: 'Left Behind' }} />);
  expect(choice()).toHaveProperty('disabled', true);
  expect(choice().textContent).toBe('Left Behind');
  await waitFor(() => expect(seen()).toHaveLength(1));
  list.release();
  await waitFor(() => expect(choice()).toHaveProperty('disabled', false));
  await user.click(choice());
  const options = within(await screen.findByRole('listbox')).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['Left Behind', 'Company 1', 'Company 2']);
});

it('offers no deactivated organization, but keeps a selected one', async () => {
  const all = [3, 4, 5].map((id) => ({ id, name: `Company ${id}`, external: true, deactivated: id !== 5 }));
  await startWith(json(200, all));
  const { user } = show(<Form chosen={{ id: 3, name: 'Company 3' }} />);
  await waitFor(() => expect(choice()).toHaveProperty('disabled', false));
  await user.click(choice());
  const options = within(await screen.findByRole('listbox')).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['Company 3', 'Company 5']);
});

it('says that the list can’t be read, and reads it again', async () => {
  await startWith(json(503, { code: 'unavailable', status: 503, title: 'Busy' }), listed(2));
  const { user } = show(<Form />);
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(choice()).toHaveProperty('disabled', false));
  expect(screen.queryByRole('alert')).toBe(null);
});

it('reads no list when the organization is fixed', async () => {
  await startWith();
  show(<Form chosen={{ id: 3, name: 'Acme' }} isFixed />);
  expect(choice().textContent).toBe('Acme');
  expect(choice()).toHaveProperty('disabled', true);
  expect(seen()).toHaveLength(0);
});
