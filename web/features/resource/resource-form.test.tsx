// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, showLazy } from '../../test/show.tsx';
import { SignedIn } from '../../test/signed-in.tsx';
import { ResourceForm } from './resource-form.tsx';
import { ResourceList } from './resource-list.tsx';

componentTests();
const { startWith, seen } = pageServer();

const types = [
  { id: 1, name: 'KONG' as const, configs: [] },
  { id: 2, name: 'KAFKA' as const, configs: [] },
  {
    id: 3,
    name: 'REDIS' as const,
    configs: [{ name: 'port', isRequired: true, isSecret: false, default: '6379' }],
  },
];
const cache = {
  ...{ id: 4, name: 'Cache', type: 'REDIS' as const, isPublic: true, organizations: [], access: [], basedOn: 2 },
  configs: [
    { name: 'host', value: 'redis.example' },
    { name: 'port', value: '6379' },
    { name: 'timeout', value: '500' },
    { name: 'password', value: '' },
    { name: 'team', value: 'platform' },
  ],
  certificates: [
    {
      ...{ id: 7, name: 'ca.pem', certificate: 'text', resource: 4, expiresAt: '2020-01-01T00:00:00.000Z' },
      content: [{ subject: 'CN=ca', issuer: 'CN=root', expiresAt: '2020-01-01T00:00:00.000Z' }],
    },
  ],
};
const saved = json(200, { id: 4, name: 'Cache', type: 'REDIS', position: '1', basedOn: 3 });
/** Answers posts with `post`, and everything else with a list without rows. */
const answering = (post = saved) =>
  startWith(
    ...Array.from(
      { length: 12 },
      () => (call: Parameters<typeof saved>[0], response: Parameters<typeof saved>[1]) =>
        (call.method === 'POST' ? post : json(200, []))(call, response),
    ),
  );
const posted = () =>
  seen()
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => JSON.parse(body ?? '') as Record<string, unknown>);

it('lists resources with where they are, and says that a certificate has ended', async () => {
  await startWith(json(200, [cache]));
  const { user } = await showLazy(<ResourceList />);
  expect(await screen.findByText('1 resource')).toBeTruthy();
  await user.click(screen.getByText('Cache'));
  expect(screen.getByText('Set, never shown')).toBeTruthy();
  expect(screen.getByText('platform')).toBeTruthy();
  expect(screen.getAllByText(/^Ended on/)).not.toHaveLength(0);
  expect(screen.getByRole('link', { name: 'Edit Cache' }).getAttribute('href')).toContain('id=4');
});

it('says what to do while there is no resource', async () => {
  await startWith(json(200, []));
  await showLazy(<ResourceList />);
  expect(await screen.findByText(/^Add a gateway first\./)).toBeTruthy();
});

it('saves a form without its secret, which stays as it is', async () => {
  await answering();
  const { user } = await showLazy(
    <SignedIn>
      <ResourceForm resource={cache} types={types} />
    </SignedIn>,
  );
  const host = await screen.findByRole('textbox', { name: /Host/ });
  await user.clear(host);
  const submit = screen.getByRole<HTMLButtonElement>('button', { name: 'Submit' });
  await waitFor(() => expect(submit.disabled).toBe(true));
  await user.type(host, 'redis.internal');
  await waitFor(() => expect(submit.disabled).toBe(false));
  await user.click(submit);
  await waitFor(() => expect(posted()).toHaveLength(1));
  expect(posted()[0]).toMatchObject({ id: 4, name: 'Cache', basedOn: 2 });
  expect(posted()[0]?.configs).toContainEqual({ name: 'host', value: 'redis.internal' });
  expect(posted()[0]?.configs).toContainEqual({ name: 'password', value: '' });
});

it('shows what a test of the connection has found', async () => {
  const steps = [
    { finding: 'redis', state: 'ok', parameters: { host: 'redis.example:6379', version: '8.0.1' } },
    { finding: 'redis-check.password-refused', state: 'failed', parameters: { host: 'redis.example:6379' } },
  ];
  await answering(json(200, { works: false, steps }));
  const { user } = await showLazy(
    <SignedIn>
      <ResourceForm resource={cache} types={types} />
    </SignedIn>,
  );
  await user.click(await screen.findByRole('button', { name: 'Test connection' }));
  expect(await screen.findByText('It does not work like this.')).toBeTruthy();
  expect(screen.getByText('A Redis 8.0.1 responds at redis.example:6379.')).toBeTruthy();
  expect(screen.getByText('The Redis at redis.example:6379 refuses this password')).toBeTruthy();
});
