// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { setLanguage } from '../../i18n/language.ts';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, showLazy } from '../../test/show.tsx';
import { SignUp } from './sign-up.tsx';

componentTests();
const { startWith, seen } = pageServer();
afterEach(() => setLanguage('en'));

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
