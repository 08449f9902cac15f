// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, showLazy } from '../../test/show.tsx';
import { SetupSteps } from './setup-steps.tsx';
import { SignInTrouble } from './sign-in-trouble.tsx';

componentTests();
const { startWith } = pageServer();

it.each([
  [true, 'Done', /^Portico tells people by mail/],
  [false, 'Optional', /^No mail server is set, so people see decisions only in the portal/],
])('says whether mails are sent (%s)', async (mail, state, text) => {
  await startWith(json(200, { organization: null, gateways: ['Kong'], apis: 1, mail, signIn: null, dismissed: false }));
  await showLazy(<SetupSteps />);
  expect((await screen.findByText(text)).closest('li')?.textContent).toContain(`Mail${state}`);
});

const fault = {
  check: 'issuer',
  setting: 'OIDC_ISSUER',
  expected: 'https://login.example',
  found: 'https://login.example/',
};

it('says why nobody can log in, with the setting and both values, though the list of steps is hidden', async () => {
  const setup = { organization: 'Acme', gateways: ['Kong'], apis: 1, mail: true, dismissed: true };
  await startWith(json(200, { ...setup, signIn: fault }));
  await showLazy(<SignInTrouble />);
  const card = await screen.findByRole('region', { name: 'Nobody can log in' });
  expect(card.textContent).toContain('calls itself');
  for (const text of ['OIDC_ISSUER', 'https://login.example', 'https://login.example/'])
    expect(screen.getByText(text)).toBeTruthy();
});

it('says nothing when people can log in', async () => {
  await startWith(
    json(200, { organization: 'Acme', gateways: [], apis: 0, mail: true, signIn: null, dismissed: false }),
  );
  await showLazy(
    <>
      <SetupSteps />
      <SignInTrouble />
    </>,
  );
  expect(await screen.findByRole('heading', { name: 'Set up the portal' })).toBeTruthy();
  expect(screen.queryByText('Nobody can log in')).toBeNull();
});
