// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { RegistrationRow } from '#domain/registration/schema.ts';
import type { Answering } from '#test/servers/answering-server.ts';
import { errorAt } from '../../test/error-at.ts';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, notices, showLazy } from '../../test/show.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import type { Scope } from './shared/queries.ts';

componentTests();
const { startWith, seen } = pageServer();

const request = {
  ...{ id: 12, company: 'Harbour', companyAdmin: true, firstName: 'Nora', lastName: 'Lind', comments: '' },
  ...{ email: 'nora@harbour.example', phoneNumber: '', createdAt: '2026-01-02T03:04:05.000Z', status: 'NEW' as const },
  ...{
    organizationId: null as number | null,
    organizationName: '',
    colleagues: 'none' as RegistrationRow['colleagues'],
    reason: '',
    decidedAt: null,
    decidedBy: null,
    erased: false,
  },
};
const harbour = { organizationId: 2, organizationName: 'Harbour', colleagues: 'some' as const };

/** Opens the review of a request. The list of organizations and the installation come in any order. */
const open = async (scope: Scope, given = request, decision: Answering = json(200, { userId: 7, position: '1' })) => {
  const answer: Answering = (call, response) => {
    if (call.method === 'POST') return decision(call, response);
    const body = call.url?.startsWith('/actuator')
      ? { environment: 'local', mail: true }
      : [{ id: 2, name: 'Harbour', external: true }];
    json(200, body)(call, response);
  };
  await startWith(...Array.from({ length: 16 }, () => answer));
  return await showLazy(<ReviewDialog scope={scope} request={given} intent="approve" open onClose={() => {}} />);
};
const field = (name: RegExp) => screen.findByRole('textbox', { name });
const approve = () => screen.getByRole('button', { name: 'Approve' });
const sent = () => seen().filter(({ method }) => method === 'POST');

it('reports mistakes at their fields', async () => {
  const { user } = await open('all');
  const [first, last, email] = [await field(/^First name/), await field(/^Last name/), await field(/^Email address/)];
  for (const control of [first, last, email]) await user.clear(control);
  await user.type(first, 'R2');
  await user.click(approve());
  const controls = [screen.getByRole('combobox', { name: /^Organization/ }), first, last, email];
  await waitFor(() =>
    expect(controls.map(errorAt)).toEqual([
      'Organization is required',
      "“2” can't be used here. Use letters, spaces, apostrophes, hyphens and full stops.",
      "Last name is required and must be consist of alphabetic letters, ''",
      'Email address is required',
    ]),
  );
  await user.type(email, 'nora');
  await waitFor(() => expect(errorAt(email)).toBe('Email must be valid'));
  expect(sent()).toEqual([]);
});

it.each([
  ['all', '/api/approve-access-request', false, 'The user has been approved and notified'],
  ['own', '/api/approve-organization-request', true, 'The user has been approved'],
] as const)('approves in the scope %s, as a company administrator', async (scope, url, organization, text) => {
  const { user } = await open(scope, { ...request, ...harbour });
  await waitFor(() => expect(seen().some((call) => call.url.startsWith('/actuator'))).toBe(true));
  await field(/^First name/);
  await user.click(approve());
  await waitFor(() => expect(notices.map((notice) => notice.text)).toEqual([text]));
  expect(sent()[0]?.url).toBe(url);
  expect(JSON.parse(sent()[0]?.body ?? '')).toEqual({
    ...{ accessRequestId: 12, organizationId: 2, firstname: 'Nora', lastname: 'Lind', email: 'nora@harbour.example' },
    ...{ companyAdmin: true, organization },
  });
});

it('shows a taken address at the field', async () => {
  const errors = [{ field: 'email', code: 'registration.email-taken', message: '' }];
  const taken = json(400, { code: 'registration.email-taken', status: 400, title: 'Wrong', errors });
  const { user } = await open('all', { ...request, ...harbour }, taken);
  const email = await field(/^Email address/);
  await user.click(approve());
  await waitFor(() =>
    expect(errorAt(email)).toBe('This e-mail address has an account already, or a request that waits for review.'),
  );
});

it('puts the focus where something is missing, and adds the company of the person without leaving the review', async () => {
  const added = { id: 31, name: 'Harbour', external: true, basedOn: 1, position: '2' };
  const { user } = await open('all', request, json(200, added));
  const organization = await screen.findByRole('combobox', { name: /^Organization/ });
  await waitFor(() => expect(document.activeElement).toBe(organization));
  await user.click(await screen.findByRole('button', { name: 'Add client company' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add Client Company' }));
  // Its name, its administrator and the phone number are known from the request.
  const box = (name: string) => form.findByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}`) });
  expect((await box('Company name')).value).toBe('Harbour');
  expect((await box('Company administrator')).value).toBe('Nora Lind');
  await waitFor(async () => expect(document.activeElement).toBe(await box('Phone Number')));
  for (const [name, value] of [
    ...[
      ['Phone Number', '1'],
      ['Address line 1', '1 High Street'],
      ['Postal Code', '1'],
      ['City', 'Porto'],
    ],
    ...[
      ['State', 'North'],
      ['Country', 'Exampland'],
      ['Registration ID', 'HRB 1'],
      ['Tax Exempt', 'T-1'],
    ],
  ] as const)
    await user.type(await box(name ?? ''), value ?? '');
  await user.click(form.getByRole('combobox', { name: /^Billing Type/ }));
  await user.click(await screen.findByRole('option', { name: 'Postpaid' }));
  await user.click(form.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add Client Company' })).toBeNull());
  expect(JSON.parse(sent()[0]?.body ?? '')).toMatchObject({ id: 0, name: 'Harbour', external: true });
  expect(sent()).toHaveLength(1);
  expect(organization.textContent).toContain('Harbour');
  // Nothing is missing any more.
  await waitFor(() => expect(document.activeElement).toBe(approve()));
});

it.each([
  [
    'people at the domain',
    'all',
    harbour,
    'nora@harbour.example',
    'People of Harbour have addresses at harbour.example.',
  ],
  ['nobody at the domain', 'all', {}, 'nora@strange.example', /^No organization has people at strange\.example\./],
  [
    'a public domain',
    'all',
    { colleagues: 'public' },
    'nora@gmail.com',
    /^Everybody can have an address at gmail\.com/,
  ],
  [
    'nobody at the domain, in its own queue',
    'own',
    { ...harbour, colleagues: 'none' },
    'nora@strange.example',
    /^Nobody at Harbour has an address at strange\.example\./,
  ],
] as const)('says why an organization is proposed or none is: %s', async (_what, scope, change, email, text) => {
  await open(scope, { ...request, ...change, email });
  expect(await screen.findByText(text)).toBeTruthy();
  const organization = screen.getByRole('combobox', { name: /^Organization/ });
  expect(organization.textContent).toContain('organizationId' in change ? 'Harbour' : 'Choose');
});

it.each([
  [false, '[erased]'],
  [true, 'nora@harbour.example'],
])('offers to erase a denied request until it is erased (%s), whatever can be read of it', async (erased, email) => {
  const denied = { ...request, status: 'DENIED' as const, erased, email };
  await startWith(...Array.from({ length: 4 }, () => json(200, { environment: 'local', mail: true })));
  await showLazy(<ReviewDialog scope="all" request={denied} intent="read" open onClose={() => {}} />);
  await screen.findAllByRole('button', { name: 'Close' });
  if (erased) expect(screen.queryByRole('button', { name: /^Erase/ })).toBeNull();
  else expect(await screen.findByRole('button', { name: /^Erase/ })).toBeTruthy();
});
