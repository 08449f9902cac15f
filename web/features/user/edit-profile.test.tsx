// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { errorAt } from '../../test/error-at.ts';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, notices, showLazy } from '../../test/show.tsx';
import { ada, SignedIn } from '../../test/signed-in.tsx';
import { EditProfile } from './edit-profile.tsx';

componentTests();
const { startWith, seen } = pageServer();

const open = async () => {
  history.replaceState(null, '', '/edit-profile?email=ada%40portico.example');
  return await showLazy(
    <SignedIn>
      <EditProfile />
    </SignedIn>,
  );
};
const field = (name: RegExp) => screen.findByRole('textbox', { name });
const save = () => screen.getByRole('button', { name: 'Save profile' });

it('reports mistakes at their fields', async () => {
  const { user } = await open();
  const wrong: [RegExp, string, string][] = [
    [/^First name/, '', 'First name is required'],
    [/^Last name/, 'R2', "“2” can't be used here. Use letters, spaces, apostrophes, hyphens and full stops."],
    [
      /^Phone/,
      '816 111',
      'Please follow the following format: +Country Code (Area Code) - Phone Number. Example: +1(816)-111-1111',
    ],
  ];
  for (const [name, text, problem] of wrong) {
    const control = await field(name);
    await user.clear(control);
    if (text) await user.type(control, text);
    await user.tab();
    await waitFor(() => expect(errorAt(control)).toBe(problem));
  }
});

it('keeps the address, says that it is saved and goes on to the gallery', async () => {
  await startWith(json(200, { userId: 1, position: '1' }), json(200, ada));
  const { user, container } = await open();
  const address = container.querySelector<HTMLInputElement>('input[name=email]');
  expect([address?.type, address?.readOnly, address?.value]).toEqual(['hidden', true, 'ada@portico.example']);
  expect(screen.getByText(/must be refreshed to see the changes\.$/)).toBeTruthy();
  await user.type(await field(/^Phone/), '+1(816)-111-1111');
  await user.click(save());
  await waitFor(() => expect(location.pathname).toBe('/wall'));
  expect(notices.map(({ text }) => text)).toEqual(['Selected user updated successfully']);
  expect(JSON.parse(seen()[0]?.body ?? '')).toEqual({
    id: 0,
    firstname: 'Ada',
    lastname: 'Ross',
    email: 'ada@portico.example',
    phoneNumber: '+1(816)-111-1111',
    basedOn: 1,
  });
});
