// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ParkedStreams as Parked } from '#domain/parked-stream/schema.ts';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, showLazy } from '../../test/show.tsx';
import { ParkedStreams } from './parked-streams.tsx';

componentTests();
const { startWith, seen } = pageServer();

const since = '2026-01-05T01:00:00.000Z';
const parked: Parked = {
  total: 12,
  people: 2,
  since,
  streams: [
    { stream: 'user-12', readers: ['people', 'notices'], since },
    { stream: 'organization-7', readers: ['catalogue'], since },
  ],
};

it('tells how many streams wait, which, since when, and what to do', async () => {
  await startWith(json(200, parked));
  await showLazy(<ParkedStreams />);
  expect(await screen.findByRole('heading', { name: '12 streams of events wait' })).toBeTruthy();
  expect(screen.getByText(/^Since .*2026.*2 of them are people, who perhaps cannot log in\.$/)).toBeTruthy();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^user-12waits in people, notices.*2026/),
    expect.stringMatching(/^organization-7waits in catalogue.*2026/),
    'and 10 more',
  ]);
  expect(screen.getByRole('region', { name: /^Commands/ }).textContent).toBe(
    'npm run log -- parked\nnpm run log -- resume people user-12',
  );
});

it('does not mention people if no stream of a person is parked', async () => {
  await startWith(json(200, { ...parked, total: 1, people: 0, streams: parked.streams.slice(1) }));
  await showLazy(<ParkedStreams />);
  expect(await screen.findByRole('heading', { name: '1 stream of events waits' })).toBeTruthy();
  expect(screen.queryByText(/log in/)).toBeNull();
});

it.each([
  ['nothing waits', json(200, { total: 0, people: 0, since: null, streams: [] })],
  ['the portal does not know', json(503, { code: 'portal.unavailable', status: 503, title: 'Away' })],
])('shows nothing when %s', async (_what, response) => {
  await startWith(response);
  await showLazy(<ParkedStreams />);
  await waitFor(() => expect(seen().length).toBeGreaterThan(0));
  expect(screen.queryByRole('heading')).toBeNull();
});
