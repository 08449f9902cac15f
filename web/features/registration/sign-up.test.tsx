// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { setLanguage } from '../../i18n/language.ts';
import { errorAt } from '../../test/error-at.ts';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, showLazy } from '../../test/show.tsx';
import { SignUp } from './sign-up.tsx';

componentTests();
const { startWith, seen } = pageServer();
afterEach(() => setLanguage('en'));

const field = (name: RegExp) => screen.findByRole('textbox', { name });
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Sign Up' });

it.each([
  [/^Company/, ['', '&-'], 'Company is required'],
  [/^First name/, ['', '.'], "First name is required and must be consist of alphabetic letters, ''"],
  [/^Last name/, ['', "'"], "Last name is required and must be consist of alphabetic letters, ''"],
  [/^Company/, ['Acme_24'], "“_” can't be used here. Use letters, digits, spaces and & . , ( ) + / ' ’ -"],
  [/^Email address/, [''], 'Email address is required'],
  [/^Email address/, ['nora', 'nora@harbour', 'nora@bücher.example'], 'Email must be valid'],
  [
    /^Phone/,
    ['816 111'],
    'Please follow the following format: +Country Code (Area Code) - Phone Number. Example: +1(816)-111-1111',
  ],
])('reports at %s the mistake in %j', async (name, wrongs, text) => {
  await startWith();
  const { user } = await showLazy(<SignUp />);
  const control = await field(name);
  for (const wrong of wrongs) {
    await user.clear(control);
    if (wrong) await user.type(control, wrong);
    await user.tab();
    await waitFor(() => expect(errorAt(control), wrong).toBe(text));
  }
  expect(button().disabled).toBe(true);
});

/** Fills the form in rightly. */
const fillIn = async (user: Awaited<ReturnType<typeof showLazy>>['user']) => {
  await user.type(await field(/^Company/), 'Harbour');
  await user.type(await field(/^First name/), 'Nora');
  await user.type(await field(/^Last name/), 'Lind');
  await user.type(await field(/^Email address/), 'nora@harbour.test');
  await user.click(screen.getByRole('checkbox', { name: /^I Accept Terms & Conditions of Use/ }));
};

it.each([
  ['registration.email-taken', 'This e-mail address has an account already, or a request that waits for review.'],
  ['registration.email-internal', 'Internal users do not need to register. Please Login using ADFS.'],
])(
  "can be sent once the terms are accepted, and shows the server's problem with the address: %s",
  async (code, text) => {
    const errors = [{ field: 'email', code, message: text }];
    await startWith(json(400, { code, status: 400, title: 'Wrong', errors }));
    const { user } = await showLazy(<SignUp />);
    await fillIn(user);
    await waitFor(() => expect(button().disabled).toBe(false));
    await user.click(screen.getByRole('checkbox'));
    await user.tab();
    await waitFor(() => expect(errorAt(screen.getByRole('checkbox'))).toBe('Accept the terms and conditions of use'));
    expect(button().disabled).toBe(true);
    await user.click(screen.getByRole('checkbox'));
    await user.click(button());
    const address = await field(/^Email address/);
    await waitFor(() => expect(errorAt(address)).toBe(text));
    expect(location.pathname).toBe('/');
    expect(JSON.parse(seen()[0]?.body ?? '')).toMatchObject({ comments: '', agreeToTerm: 'yes', phoneNumber: '' });
  },
);

it('sends the language in which the form is shown', async () => {
  await setLanguage('de');
  await startWith(json(200, { requestId: 12, position: '1' }));
  const { user } = await showLazy(<SignUp />);
  const type = async (name: RegExp, text: string) =>
    await user.type(await screen.findByRole('textbox', { name }), text);
  await type(/^Unternehmen/, 'Hafen');
  await type(/^Vorname/, 'Nora');
  await type(/^Nachname/, 'Lind');
  await type(/^E-Mail/, 'nora@hafen.test');
  await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Registrieren' }));
  await waitFor(() => expect(location.pathname).toBe('/registration-confirmation'));
  expect(JSON.parse(seen()[0]?.body ?? '')).toMatchObject({ lastName: 'Lind', language: 'de' });
});
