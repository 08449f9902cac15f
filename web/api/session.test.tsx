// @vitest-environment happy-dom
import process from 'node:process';
import { act, screen } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { listNotices } from '#domain/notice/calls.ts';
import { ErrorNotice } from '../components/layout/error-notice.tsx';
import { componentTests, show } from '../test/show.tsx';
import { ada, SignedIn } from '../test/signed-in.tsx';
import { get } from './client.ts';
import { useSession } from './session.tsx';
import { tellTabs } from './signed-in-tabs.ts';

componentTests();

/** What nobody took: a browser tells it in its console only, and a whole run of tests ends with it. */
const unhandled: unknown[] = [];
const keep = (reason: unknown) => void unhandled.push(reason);
beforeAll(() => void process.on('unhandledRejection', keep));
afterAll(() => void process.off('unhandledRejection', keep));
beforeEach(() => void unhandled.splice(0));

/** What the guard of every screen shows. */
const Guard = () => {
  const session = useSession();
  if (session.status === 'failed')
    return <ErrorNotice error={session.problem} title="Failed" onRetry={session.retry} />;
  return <p>{session.status}</p>;
};

/** A server that says of a call that the session is another one's. */
const otherUser = async () =>
  Response.json({ code: 'user.other-id' }, { status: 403, headers: { 'content-type': 'application/problem+json' } });
const cut = () => Promise.reject(new TypeError('Failed to fetch'));

const causes = [
  [
    'the server knows the session no more',
    async () => {
      vi.stubGlobal('fetch', (url: string) => (url.includes('/auth/session') ? cut() : otherUser()));
      await expect(get(listNotices, { query: {} })).rejects.toMatchObject({ code: 'user.other-id' });
    },
  ],
  [
    'somebody else logs in in another tab',
    async () => {
      vi.stubGlobal('fetch', cut);
      tellTabs(ada.id + 1);
      const newValue = localStorage.getItem('apim-signed-in');
      dispatchEvent(new StorageEvent('storage', { key: 'apim-signed-in', newValue }));
    },
  ],
] as const;

it.each(causes)(
  'says that the server can not be reached when %s and the network is cut, and leaves no rejection behind',
  async (_cause, happen) => {
    const { user } = show(
      <SignedIn>
        <Guard />
      </SignedIn>,
    );
    expect(await screen.findByText('signed-in')).toBeTruthy();
    await act(happen);
    expect(await screen.findByText(/The server can't be reached/)).toBeTruthy();
    expect(unhandled).toEqual([]);

    // The network is back, and the session is still there.
    vi.stubGlobal('fetch', async () => Response.json({ authenticated: true, userId: ada.id, email: ada.email }));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('signed-in')).toBeTruthy();
    expect(unhandled).toEqual([]);
  },
);
