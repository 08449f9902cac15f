// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Answering } from '#test/servers/answering-server.ts';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, showLazy } from '../../test/show.tsx';
import { SignedIn } from '../../test/signed-in.tsx';
import { ReviewDeletion } from './review-deletion.tsx';

componentTests();
const { startWith } = pageServer();

const since = '2026-01-02T03:04:05.000Z';
const request = {
  ...{ id: 7, organizationId: 9, organizationName: 'Acme', user: 3, firstname: 'Ada', lastname: 'Lind' },
  ...{ email: 'ada@acme.example', updatedAt: since },
};
const nothing = { total: 0, first: [] };
const belongings = { applications: nothing, apis: nothing, people: nothing, deployments: 0, keys: 0, othersKeys: 0 };

it.each([
  ['from a colleague', { id: 4, name: 'Grace Okafor' }, false, /since .* from Grace Okafor\.$/],
  ['from the operator', null, false, /since .* from the operator of this portal\.$/],
  ['from the requester', { id: 3, name: 'Ada Lind' }, true, /since .* from Ada Lind\.$/],
])('says since when and from whom its reader has the role: %s', async (_from, from, isFromRequester, text) => {
  const answer: Answering = (call, response) =>
    json(200, call.url?.includes('/approver') ? { since, from, isFromRequester } : belongings)(call, response);
  await startWith(...Array.from({ length: 4 }, () => answer));
  await showLazy(
    <SignedIn>
      <ReviewDeletion request={request} open onClose={() => {}} />
    </SignedIn>,
  );
  expect(await screen.findByText(text)).toBeTruthy();
  // The list of what goes comes last.
  expect(await screen.findByRole('button', { name: /^Approve/ })).toBeTruthy();
  const warning = screen.queryByText(/within the last 7 days\. Another administrator has to approve it\.$/);
  expect(warning !== null).toBe(isFromRequester);
});
