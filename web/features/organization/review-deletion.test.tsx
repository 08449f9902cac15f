// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { Answering } from '#test/servers/answering-server.ts';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, showLazy } from '../../test/show.tsx';
import { ada, SignedIn } from '../../test/signed-in.tsx';
import { ReviewDeletion } from './review-deletion.tsx';

componentTests();
const { startWith } = pageServer();

const since = '2026-01-02T03:04:05.000Z';
const request = {
  ...{ id: 7, organizationId: 9, organizationName: 'Acme', user: 3, firstname: 'Ada', lastname: 'Lind' },
  ...{ email: 'ada@acme.example', updatedAt: since },
};
const nothing = { total: 0, first: [] };
const belongings = {
  ...{
    applications: nothing,
    apis: nothing,
    subscriptions: nothing,
    people: nothing,
    deployments: 0,
    keys: 0,
    usedLately: false,
  },
  others: [
    { id: 21, name: 'Globex', keys: 1, calls: 1_728_000 },
    { id: 22, name: 'Initech', keys: 2, calls: 0 },
  ],
};
const showReview = async (asked = request, approver: object = { since, from: null, isFromRequester: false }) => {
  const answer: Answering = (call, response) =>
    json(200, call.url?.includes('/approver') ? approver : belongings)(call, response);
  await startWith(...Array.from({ length: 4 }, () => answer));
  await showLazy(
    <SignedIn>
      <ReviewDeletion request={asked} open onClose={() => {}} />
    </SignedIn>,
  );
};

it.each([
  ['from a colleague', { id: 4, name: 'Grace Okafor' }, false, /since .* from Grace Okafor\.$/],
  ['from the operator', null, false, /since .* from the operator of this portal\.$/],
  ['from the requester', { id: 3, name: 'Ada Lind' }, true, /since .* from Ada Lind\.$/],
])('says since when and from whom its reader has the role: %s', async (_from, from, isFromRequester, text) => {
  await showReview(request, { since, from, isFromRequester });
  expect(await screen.findByText(text)).toBeTruthy();
  const warning = screen.queryByText(/within the last 7 days\. Another administrator has to approve it\.$/);
  expect(warning !== null).toBe(isFromRequester);
});

it('is approved with the typed name, and with each caller accepted by name', async () => {
  const person = userEvent.setup();
  await showReview();
  const approve = () => screen.queryByRole('button', { name: 'Approve and delete' });
  await person.type(await screen.findByRole('textbox'), 'Acme');
  const caller = await screen.findByRole('checkbox', { name: 'Globex loses access' });
  expect(screen.getByText('Calls in the last 30 days: 1,728,000. Keys: 1.')).toBeTruthy();
  // Who does not call is named, and not asked about.
  expect(screen.getByText('Initech')).toBeTruthy();
  expect(screen.getAllByRole('checkbox')).toHaveLength(1);
  expect(approve()).toBeNull();
  await person.click(caller);
  expect(approve()).not.toBeNull();
  await person.type(screen.getByRole('textbox'), ' Ltd');
  expect(approve()).toBeNull();
});

it('is withdrawn by whoever requested it', async () => {
  await showReview({ ...request, user: ada.id });
  expect(await screen.findByRole('button', { name: 'Withdraw request' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Deny' })).toBeNull();
});
