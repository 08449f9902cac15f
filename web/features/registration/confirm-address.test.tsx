// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, showLazy } from '../../test/show.tsx';
import { ConfirmAddress } from './confirm-address.tsx';

componentTests();
const { startWith, seen } = pageServer();
afterEach(() => history.replaceState(null, '', '/'));

const token = 'A'.repeat(43);
const open = async (hash: string) => {
  history.replaceState(null, '', `/confirm-registration${hash}`);
  return await showLazy(<ConfirmAddress />);
};
const button = () => screen.findByRole('button', { name: 'Confirm this address' });

it('sends nothing until the button is pressed, and then the token of the address', async () => {
  await startWith(json(200, { requestId: 12, position: '1' }));
  const { user } = await open(`#${token}`);
  await button();
  expect(seen()).toEqual([]);
  await user.click(await button());
  await waitFor(() => expect(location.pathname).toBe('/registration-confirmation'));
  expect(seen().map(({ method, url, body }) => [method, url, JSON.parse(body)])).toEqual([
    ['POST', '/api/confirm-access-request', { token }],
  ]);
});

it('says what to do if the link was used already or has expired', async () => {
  await startWith(json(409, { code: 'registration.link-over', status: 409, title: 'Conflict' }));
  const { user } = await open(`#${token}`);
  await user.click(await button());
  expect(await screen.findByRole('heading', { name: 'This link can’t be used any more' })).toBeTruthy();
  expect(screen.getByText(/If you have confirmed your address, there is nothing left to do/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sign Up' }).getAttribute('href')).toBe('/register');
});

it("keeps the button if the portal can't be reached", async () => {
  await startWith(json(503, { code: 'portal.unavailable', status: 503, title: 'Away' }));
  const { user } = await open(`#${token}`);
  await user.click(await button());
  await waitFor(() => expect(seen()).toHaveLength(1));
  await waitFor(async () => expect((await button()).hasAttribute('disabled')).toBe(false));
});

it('without a token says that the link can’t be used', async () => {
  await open('');
  expect(await screen.findByRole('heading', { name: 'This link can’t be used any more' })).toBeTruthy();
});
