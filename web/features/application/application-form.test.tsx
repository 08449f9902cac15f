// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ApplicationForm as Values } from '#domain/application/schema.ts';
import type { Answering } from '#test/servers/answering-server.ts';
import { errorAt } from '../../test/error-at.ts';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, showLazy } from '../../test/show.tsx';
import { ada, SignedIn } from '../../test/signed-in.tsx';
import { ApplicationForm } from './application-form.tsx';

componentTests();
const { startWith, seen } = pageServer();

const grace = {
  ...ada,
  ...{ id: 5, email: 'grace@harbour.example', roles: ['ROLE_COMPANY_ADMIN' as const], organizationExternal: true },
  ...{ organizationId: 2, organizationName: 'Harbour', organization: { organizationName: 'Harbour', external: true } },
};
const till: Values = {
  ...{
    id: 4,
    name: 'Till',
    description: 'Takes money',
    contact: '',
    external: false,
    basedOn: 3,
    mayMove: true,
    maintainersDecide: false,
    mayLetDecide: false,
  },
  ...{ organizationId: 2, organization: { id: 2, name: 'Harbour' }, owners: [{ ownerEmail: 'mia@harbour.example' }] },
};
/** Opens the form of somebody. Their own detail is read again after a change. */
const open = async (user = ada, application?: Values, saved: Answering = json(200, { id: 4, position: '1' })) => {
  const answer: Answering = (call, response) => {
    if (call.method === 'POST') return saved(call, response);
    const body = call.url?.startsWith('/api/user') ? user : [{ id: 2, name: 'Harbour', external: true }];
    json(200, body)(call, response);
  };
  await startWith(...Array.from({ length: 6 }, () => answer));
  return await showLazy(
    <SignedIn user={user}>
      <ApplicationForm {...(application ? { application } : {})} />
    </SignedIn>,
  );
};
const field = (name: RegExp) => screen.findByRole('textbox', { name });
const save = () => screen.getByRole('button', { name: 'Save application' });
const sent = () => seen().filter(({ method }) => method === 'POST');

it('reports missing values at their fields', async () => {
  const { user } = await open();
  await field(/^Application name/);
  await user.click(save());
  const controls = [
    await field(/^Application name/),
    await field(/^Description/),
    screen.getByRole('radiogroup', { name: 'Application Type' }),
    screen.getByRole('combobox', { name: /^Organization/ }),
  ];
  await waitFor(() =>
    expect(controls.map(errorAt)).toEqual([
      'Application name is required',
      'Application description is required',
      'Choose internal or external',
      'Organization is required',
    ]),
  );
  expect(sent()).toEqual([]);
});

it("shows the server's problems with addresses at contact and owners", async () => {
  const errors = [
    { field: 'contact', code: 'application.contact-invalid', message: '' },
    { field: 'owners', code: 'application.owner-invalid', message: '', parameters: { line: 2 } },
  ];
  const wrong = json(400, { code: 'application.contact-invalid', status: 400, title: 'Wrong', errors });
  const { user } = await open(grace, till, wrong);
  await user.type(await field(/^Contact/), 'nobody');
  await user.type(await field(/^Owners/), '\nmia');
  await user.click(save());
  await waitFor(async () => expect(errorAt(await field(/^Contact/))).toBe('The contact must be an e-mail address'));
  expect(errorAt(await field(/^Owners/))).toBe('Line 2 is not an e-mail address');
});

it("is about the person's own organization, unless an administrator chooses another", async () => {
  const { user } = await open(grace);
  const organization = await screen.findByRole('combobox', { name: /^Organization/ });
  expect(organization.textContent).toBe('Harbour');
  expect(organization).toHaveProperty('disabled', true);
  await user.type(await field(/^Application name/), 'Till');
  await user.type(await field(/^Description/), 'Takes money');
  await user.click(screen.getByRole('radio', { name: /^External/ }));
  await user.click(save());
  await waitFor(() => expect(location.search).toBe('?action=add-api&app=4'));
  expect(JSON.parse(sent()[0]?.body ?? '')).toMatchObject({
    id: 0,
    organizationId: 2,
    external: true,
    owners: grace.email,
  });
});

it.each([
  ['a portal administrator', ada, '/applications'],
  ['a gateway administrator', { ...ada, roles: ['ROLE_KONG_ADMIN' as const] }, '/applications'],
  ['anybody else', grace, '/my/applications'],
])('leads %s back to their list after a change', async (_who, who, path) => {
  const administers = who !== grace;
  const { user } = await open(who, till);
  const organization = await screen.findByRole('combobox', { name: /^Organization/ });
  await waitFor(() => expect(organization).toHaveProperty('disabled', !administers));
  await user.type(await field(/^Application name/), ' 2');
  await user.click(save());
  await waitFor(() => expect(location.pathname + location.search).toBe(`${path}?dock=application:4`));
  expect(JSON.parse(sent()[0]?.body ?? '')).toMatchObject({ id: 4, name: 'Till 2', basedOn: 3 });
});
