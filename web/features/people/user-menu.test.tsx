// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, notices, showLazy } from '../../test/show.tsx';
import { ada, SignedIn } from '../../test/signed-in.tsx';
import { UserMenu } from './user-menu.tsx';

componentTests();
const { startWith, seen } = pageServer();

const liam = { ...ada, id: 7, firstname: 'Liam', lastname: 'Chen', email: 'liam@harbour.example' };
const rules = (people: boolean, isAlone = false) => json(200, { twoPeople: [], people, isAlone });
/** Opens the question about something that can be done with Liam. */
const ask = async (what: string, standing: typeof ada.standing = 'active', roles: typeof ada.roles = []) => {
  const { user } = await showLazy(
    <SignedIn>
      <UserMenu user={{ ...liam, standing, roles }} editHref="/users" />
    </SignedIn>,
  );
  await user.click(await screen.findByRole('button', { name: 'Actions for Liam Chen' }));
  await user.click(await screen.findByRole('menuitem', { name: what }));
  return { user, question: within(await screen.findByRole('alertdialog')) };
};

it('deletes a person only after their exact address was typed', async () => {
  await startWith(json(200, { entityId: 7, position: '1' }));
  const { user, question } = await ask('Delete');
  expect(question.queryByRole('button', { name: 'Delete' })).toBe(null);
  await user.type(question.getByRole('textbox'), 'LIAM@harbour.example');
  expect(question.getByText('*Entered information does not match the displayed information')).toBeTruthy();
  expect(question.queryByRole('button', { name: 'Delete' })).toBe(null);
  await user.clear(question.getByRole('textbox'));
  await user.type(question.getByRole('textbox'), 'liam@harbour.example');
  await user.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(notices.map(({ text }) => text)).toEqual(['Selected user deleted successfully']));
  expect(seen().map(({ method, url }) => `${method} ${url}`)).toEqual(['DELETE /api/user?id=7']);
});

it.each([
  ['Disable', 'active', 'DISABLED'],
  ['Enable', 'disabled', 'ACTIVE'],
] as const)('%s asks, sends the status and closes the question', async (what, standing, status) => {
  await startWith(json(200, { id: 7, userId: 7, position: '1' }));
  const { user, question } = await ask(what, standing);
  await user.click(question.getByRole('button', { name: what }));
  await waitFor(() => expect(notices.map(({ text }) => text)).toEqual(['User was updated.']));
  expect(JSON.parse(seen()[0]?.body ?? '')).toEqual({ id: 7, status });
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBe(null));
});

it.each([
  ['Disable', 'There was an error updating the user.'],
  ['Delete', 'There was an error deleting the user'],
])('says that it failed to %s, and closes the dialog', async (what, text) => {
  await startWith(json(409, { code: 'user.own-account', status: 409, title: 'Conflict' }));
  const { user, question } = await ask(what);
  if (what === 'Delete') await user.type(question.getByRole('textbox'), liam.email);
  await user.click(question.getByRole('button', { name: what }));
  await waitFor(() => expect(notices.map((notice) => notice.text)).toEqual([text]));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBe(null));
});

it.each([
  ['Erase personal data', 'deleted', [], rules(true), true],
  ['Erase personal data', 'deleted', [], rules(false), false],
  // The only administrator needs nobody.
  ['Erase personal data', 'deleted', [], rules(true, true), false],
  ['Enable', 'disabled', ['ROLE_PORTAL_ADMIN'], rules(true), true],
] as const)(
  '%s of somebody who is %s (%s) says before that a second person is needed, where one is',
  async (what, standing, roles, answer, isSaid) => {
    await startWith(answer);
    const { question } = await ask(what, standing, [...roles]);
    await waitFor(() => expect(seen().map(({ url }) => url)).toEqual(['/api/approval-rules']));
    const said = () => question.queryByText(/A second portal administrator has to approve this\./);
    if (isSaid) await waitFor(() => expect(said()).not.toBe(null));
    else expect(said()).toBe(null);
  },
);

it('leads to the request that waits for a second person, and says of nothing that it was done', async () => {
  await startWith(rules(true), json(200, { id: 7, userId: 7, approvalId: 12, position: '1' }));
  const { user, question } = await ask('Erase personal data', 'deleted');
  await user.type(question.getByRole('textbox'), 'confirm');
  await user.click(question.getByRole('button', { name: 'Erase personal data' }));
  await waitFor(() => expect(window.location.pathname).toBe('/approvals/12'));
  expect(notices).toEqual([]);
});
