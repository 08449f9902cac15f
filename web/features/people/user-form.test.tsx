// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { UserDetail } from '#domain/user/schema.ts';
import { errorAt } from '../../test/error-at.ts';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, showLazy } from '../../test/show.tsx';
import { inviteCommand, saveCommand } from './queries.ts';
import { UserForm } from './user-form.tsx';

componentTests();
const { startWith, seen } = pageServer();

const ada = {
  id: 7,
  firstname: 'Ada',
  lastname: 'Lind',
  email: 'ada@acme.test',
  organizationId: 3,
  roles: ['ROLE_COMPANY_USER'],
  organizationName: 'Acme',
  isInternalAddress: false,
  basedOn: 4,
} as unknown as UserDetail;

it('sends the `basedOn` of the values that it showed, also if the person was read again meanwhile', async () => {
  await startWith(json(200, { id: 7, userId: 7, position: '1' }));
  const formOf = (user: UserDetail) => (
    <UserForm user={user} teamOf={3} save={saveCommand} onDone={() => {}} onBack={() => {}} />
  );
  const { user, rerender } = await showLazy(formOf(ada));
  const lastname = await screen.findByRole('textbox', { name: /^Last name/ });
  rerender(formOf({ ...ada, firstname: 'Adele', roles: ['ROLE_COMPANY_ADMIN'], basedOn: 5 }));
  await user.clear(lastname);
  await user.type(lastname, 'Lindqvist');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(seen()).toHaveLength(1));
  expect(JSON.parse(seen()[0]?.body ?? '')).toMatchObject({
    firstname: 'Ada',
    lastname: 'Lindqvist',
    companyAdmin: false,
    basedOn: 4,
  });
});

it('lists what a person stops owning when they move to another organization', async () => {
  const listed = [3, 4].map((id) => ({ id, name: `Company ${id}`, external: true }));
  await startWith(json(200, listed));
  const owner = {
    ...ada,
    organizationName: 'Company 3',
    ownerApps: [{ id: 9, name: 'Till', maintainersDecide: false }],
  };
  const { user } = await showLazy(<UserForm user={owner} save={saveCommand} onDone={() => {}} onBack={() => {}} />);
  const choice = await screen.findByRole('combobox', { name: /^Organization/ });
  await waitFor(() => expect(choice).toHaveProperty('disabled', false));
  expect(screen.queryByRole('link', { name: 'Till' })).toBe(null);
  await user.click(choice);
  await user.click(await screen.findByRole('option', { name: 'Company 4' }));
  expect((await screen.findByRole('link', { name: 'Till' })).getAttribute('href')).toBe(
    '/application/edit-application?id=9',
  );
});

it('makes nobody an administrator of the company that they move to, unless the box is checked', async () => {
  const listed = [3, 4].map((id) => ({ id, name: `Company ${id}`, external: true }));
  await startWith(json(200, listed));
  const admin = { ...ada, organizationName: 'Company 3', ownerApps: [], roles: ['ROLE_COMPANY_ADMIN'] };
  const { user } = await showLazy(formOf(admin as Partial<UserDetail>));
  const choice = await screen.findByRole('combobox', { name: /^Organization/ });
  await waitFor(() => expect(choice).toHaveProperty('disabled', false));
  expect(box('Company admin').checked).toBe(true);
  for (const [company, isAdmin] of [
    ['Company 4', false],
    ['Company 3', true],
  ] as const) {
    await user.click(choice);
    await user.click(await screen.findByRole('option', { name: company }));
    await waitFor(() => expect(box('Company admin').checked).toBe(isAdmin));
  }
});

const organizations = json(200, [{ id: 3, name: 'Acme', external: true }]);
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Submit' });

it.each([
  [
    'of a portal administrator',
    undefined,
    ['First name is required', 'Last name is required', 'Email is required', 'Organization is required'],
  ],
  [
    'of a team',
    3,
    [
      "First name is required and must be consist of alphabetic letters, ''",
      "Last name is required and must be consist of alphabetic letters, ''",
      'Email address is required',
    ],
  ],
])('the form %s reports mistakes at their fields', async (_whose, teamOf, texts) => {
  await startWith(organizations);
  const { user } = await showLazy(
    <UserForm {...(teamOf ? { teamOf } : {})} save={inviteCommand} onDone={() => {}} onBack={() => {}} />,
  );
  await user.click(await screen.findByRole('button', { name: 'Add user' }));
  const names = [/^First name/, /^Last name/, /^E-mail/].map((name) => screen.getByRole('textbox', { name }));
  const controls = teamOf ? names : [...names, screen.getByRole('combobox', { name: /^Organization/ })];
  await waitFor(() => expect(controls.map(errorAt)).toEqual(texts));
  const refused = "“2” can't be used here. Use letters, spaces, apostrophes, hyphens and full stops.";
  await user.type(names[0] as HTMLElement, 'R2');
  await user.type(names[2] as HTMLElement, 'ada');
  await waitFor(() => expect(names.map(errorAt)).toEqual([refused, texts[1], 'Email must be valid']));
  expect(seen().every(({ method }) => method === 'GET')).toBe(true);
});

const formOf = (user: Partial<UserDetail>) => (
  <UserForm user={{ ...ada, ...user }} save={saveCommand} onDone={() => {}} onBack={() => {}} />
);

it('company admin clears and disables portal and Kong admin', async () => {
  await startWith(organizations);
  const { user } = await showLazy(formOf({ roles: ['ROLE_PORTAL_ADMIN', 'ROLE_KONG_ADMIN', 'ROLE_COMPANY_USER'] }));
  await user.click(box('Company admin'));
  for (const name of ['Portal admin', 'Kong admin']) {
    expect(box(name).checked).toBe(false);
    expect(box(name).disabled).toBe(true);
  }
  expect(submit().disabled).toBe(false);
});

it.each([
  [false, true],
  [true, false],
])('both at once can be sent only for an internal address (internal: %s)', async (isInternalAddress, isDisabled) => {
  await startWith(organizations);
  const { user } = await showLazy(formOf({ roles: ['ROLE_PORTAL_ADMIN', 'ROLE_COMPANY_ADMIN'], isInternalAddress }));
  expect(submit().disabled).toBe(isDisabled);
  await user.click(box('Company admin'));
  expect(submit().disabled).toBe(false);
});

it('keeps what was typed and checked for the next time, until Back', async () => {
  await startWith(json(200, []));
  const form = <UserForm save={inviteCommand} teamOf={3} invites onDone={() => {}} onBack={() => {}} />;
  const { user, unmount } = await showLazy(form);
  await user.type(await screen.findByRole('textbox', { name: /^Last name/ }), 'Lindqvist');
  await user.click(screen.getByRole('checkbox', { name: /^Company admin/ }));
  unmount();
  const again = await showLazy(form);
  const lastname = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Last name/ });
  expect(lastname.value).toBe('Lindqvist');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Company admin/ }).checked).toBe(true);
  await again.user.click(screen.getByRole('button', { name: /^Back/ }));
  expect(Object.keys(localStorage)).toEqual([]);
});
