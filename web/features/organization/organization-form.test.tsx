// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { FormWords } from '#domain/organization/form.ts';
import type { OrganizationValues } from '#domain/organization/schema.ts';
import { errorAt } from '../../test/error-at.ts';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, showLazy } from '../../test/show.tsx';
import { OrganizationForm } from './organization-form.tsx';

componentTests();
const { startWith, seen } = pageServer();

const open = (words: FormWords, organization?: OrganizationValues) =>
  showLazy(
    <OrganizationForm
      organization={organization}
      words={words}
      onSaved={() => {}}
      bar={(isLocked) => (
        <button type="submit" disabled={isLocked}>
          Submit
        </button>
      )}
    />,
  );
const field = (name: RegExp) => screen.findByRole('textbox', { name });
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Submit' });
const body = () => JSON.parse(seen().at(-1)?.body ?? '');

const required: readonly [name: RegExp, text: string][] = [
  [/^Phone Number/, 'Phone Number is required'],
  [/^Address line 1/, 'Address is required'],
  [/^City/, 'City is required'],
  [/^State/, 'State is required'],
  [/^Country/, 'Country is required'],
  [/^Postal Code/, 'Postal Code is required'],
  [/^Registration ID/, 'Registration ID is required'],
  [/^Tax Exempt/, 'Tax Exempt Auth. No. is required'],
];

it.each([
  ['organization', 'Organization name is required', 'Organization administrator is required'],
  ['company', 'Company name is required', 'Company administrator is required'],
] as const)('asks for name and administrator in the words of the form %s', async (words, name, contact) => {
  const { user } = await open(words);
  const controls = [
    await field(words === 'company' ? /^Company name/ : /^Organization name/),
    await field(words === 'company' ? /^Company administrator/ : /^Organization administrator/),
  ];
  for (const control of controls) {
    await user.click(control);
    await user.tab();
  }
  await waitFor(() => expect(controls.map(errorAt)).toEqual([name, contact]));
  expect(submit().disabled).toBe(true);
});

it('asks a client company for its address and its billing, each at its field', async () => {
  const { user } = await open('company');
  for (const [name, text] of required) {
    const control = await field(name);
    await user.click(control);
    await user.tab();
    await waitFor(() => expect(errorAt(control)).toBe(text));
  }
  const billing = screen.getByRole('combobox', { name: /^Billing Type/ });
  billing.focus();
  await user.tab();
  await waitFor(() => expect(errorAt(billing)).toBe('Billing Type is required'));
  for (const place of ['City', 'State', 'Country']) {
    const control = await field(new RegExp(`^${place}`));
    await user.type(control, 'St. 1');
    await waitFor(() => expect(errorAt(control)).toBe(`Please enter a valid ${place.toLowerCase()}`));
  }
  expect(submit().disabled).toBe(true);
});

it('requires none of these fields of an internal organization, and sends none', async () => {
  await startWith(json(200, { id: 9, name: 'Acme', external: false, position: '1' }));
  const { user } = await open('organization');
  await user.click(await screen.findByRole('radio', { name: /^Internal/ }));
  expect(screen.queryByRole('textbox', { name: /^City/ })).toBe(null);
  await user.type(await field(/^Organization name/), 'Acme');
  expect(submit().disabled).toBe(true);
  await user.type(await field(/^Organization administrator/), 'Ada Ross');
  await waitFor(() => expect(submit().disabled).toBe(false));
  await user.click(submit());
  await waitFor(() => expect(seen()).toHaveLength(1));
  expect(body()).toEqual({ id: 0, name: 'Acme', contact: 'Ada Ross', description: '', external: false });
});

it('forgets mistakes in the fields of an external organization when it becomes internal', async () => {
  const { user } = await open('organization');
  await user.type(await field(/^Organization name/), 'Acme');
  await user.type(await field(/^Organization administrator/), 'Ada Ross');
  await user.click(await screen.findByRole('radio', { name: /^External/ }));
  await user.type(await field(/^City/), 'St. 1');
  await user.click(screen.getByRole('button', { name: 'Add attribute' }));
  await user.click(screen.getByRole('radio', { name: /^Internal/ }));
  await waitFor(() => expect(submit().disabled).toBe(false));
});

it('keeps what was typed for the next time, until it is sent', async () => {
  await startWith(json(200, { id: 9, name: 'Acme', external: false, position: '1' }));
  const { user, unmount } = await open('organization');
  await user.click(await screen.findByRole('radio', { name: /^Internal/ }));
  await user.type(await field(/^Organization name/), 'Acme');
  await user.type(await field(/^Organization administrator/), 'Ada Ross');
  unmount();
  const again = await open('organization');
  expect((await field(/^Organization name/)).getAttribute('value')).toBe('Acme');
  await waitFor(() => expect(submit().disabled).toBe(false));
  await again.user.click(submit());
  await waitFor(() => expect(Object.keys(localStorage)).toEqual([]));
  expect(body()).toMatchObject({ name: 'Acme', contact: 'Ada Ross', external: false });
});

const known = {
  ...{ id: 4, name: 'Harbour', external: true, contact: 'Mia', description: '', basedOn: 2, attrs: [] },
  ...{ phoneNumber: '1', address1: '1 Quay', address2: '', city: 'Ulm', state: 'X', country: 'Y', zip: '2' },
  ...{ registrationId: 'HRB', billingType: 'Prepaid', taxNo: 'TX', status: 'active', deactivated: false },
  ...{ requestDeleted: false, avaliable: true },
} as const satisfies OrganizationValues;

it('shows at once the missing fields of an organization from an older release, and can be sent once they are filled', async () => {
  const { user } = await open('organization', { ...known, city: '' });
  const city = await field(/^City/);
  await waitFor(() => expect(errorAt(city)).toBe('City is required'));
  expect(submit().disabled).toBe(true);
  await user.type(city, 'Neu-Ulm am Rhein');
  await waitFor(() => expect(submit().disabled).toBe(false));
});

it('becomes external only with the consent to the end of its keys', async () => {
  await startWith(json(200, { id: 4, name: 'Harbour', external: true, position: '1' }));
  const { user } = await open('organization', { ...known, external: false, endingKeys: 2 });
  await waitFor(() => expect(submit().disabled).toBe(false));
  expect(screen.queryByRole('checkbox', { name: /^End 2 keys/ })).toBe(null);
  await user.click(await screen.findByRole('radio', { name: /^External/ }));
  const box = await screen.findByRole('checkbox', { name: /^End 2 keys/ });
  expect(submit().disabled).toBe(true);
  await user.click(box);
  await waitFor(() => expect(submit().disabled).toBe(false));
  await user.click(submit());
  await waitFor(() => expect(seen()).toHaveLength(1));
  expect(body()).toMatchObject({ id: 4, external: true, endKeys: true });
});

it("shows the server's problems at their fields", async () => {
  const errors = [{ field: 'zip', code: 'field.too-long', message: 'Too long', parameters: { maximum: 200 } }];
  await startWith(json(400, { code: 'field.too-long', status: 400, title: 'Wrong', errors }));
  const { user } = await open('organization', known);
  await waitFor(() => expect(submit().disabled).toBe(false));
  await user.click(submit());
  const zip = await field(/^Postal Code/);
  await waitFor(() => expect(errorAt(zip)).toBe('At most 200 characters'));
  expect(body()).toMatchObject({ id: 4, basedOn: 2, billingType: 'Prepaid' });
});
