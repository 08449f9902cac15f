// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ApiDetail } from '#domain/api/schema.ts';
import type { ConsumerGroup, ConsumerRow } from '#domain/consumer/schema.ts';
import type { DeploymentRow } from '#domain/deployment/row.ts';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, showLazy } from '../../test/show.tsx';
import { SignedIn } from '../../test/signed-in.tsx';
import { KeyGroups } from './key-groups.tsx';

componentTests();
const { startWith, seen } = pageServer();

const deployment = {
  id: 7,
  env: 'DEV',
  rateLimit: { enabled: true, ratePerMinute: 3, countsTogether: true },
} as Partial<DeploymentRow> as DeploymentRow;
const api = { id: 3, deployments: [deployment] } as Partial<ApiDetail> as ApiDetail;
const none = { reveal: false, remove: false, change: false, rotate: false, endPrevious: false, transform: false };
const ofDeployment = { of: 'deployment', together: true, window: 'minute', calls: 3, policy: 'local' } as const;
const keyOf = (id: number, mayLimit: boolean, changes: Partial<ConsumerRow> = {}): ConsumerRow => ({
  ...{ id, consumerId: id, deploymentId: 7, kongConsumerId: '', env: 'DEV', auth: 'apikey', nickname: `Key ${id}` },
  ...{ appname: '', state: 'active', operationId: '', apiKeyLast4: 'abcd', clientId: null, clientSecretLast4: null },
  ...{ lastUsed: null, rateLimit: null, limit: ofDeployment, organizationLimit: { rateLimit: null, basedOn: 0 } },
  ...{ requestTransformer: null, previous: null, createdAt: '2026-11-25T10:00:00.000Z', follows: false, basedOn: 4 },
  isReadOnly: false,
  endsAt: null,
  accessEndsAt: null,
  may: { ...none, limit: mayLimit },
  ...changes,
});
const groupOf = (...deployments: ConsumerRow[]): ConsumerGroup => ({
  ...{ orgId: 2, orgName: 'Harbour Freight', isExternal: true, keyLimit: 10 },
  deployments,
});
const open = (group: ConsumerGroup) =>
  showLazy(
    <SignedIn>
      <KeyGroups groups={[group]} api={api} />
    </SignedIn>,
  );
const limitAll = 'Limit of the DEV keys of Harbour Freight';
const refused = json(400, {
  code: 'consumer.redis-missing',
  errors: [{ field: 'policy', code: 'consumer.redis-missing' }],
});

it('shows everybody the limit in force and who set it, and offers a change only to those who may set it', async () => {
  const own = { of: 'key', together: false, window: 'hour', calls: 9, policy: 'local' } as const;
  const organization = { of: 'organization', together: false, window: 'day', calls: 70, policy: 'local' } as const;
  await startWith();
  await open(
    groupOf(
      keyOf(1, false),
      keyOf(2, false, { limit: own }),
      keyOf(3, false, { limit: organization }),
      keyOf(4, false, { limit: null }),
    ),
  );
  expect(
    screen.getAllByRole('listitem').map(({ textContent }) => /Limit: [^.]*$/.exec(textContent ?? '')?.[0]),
  ).toEqual([
    'Limit: 3 a minute, for all keys of the organization together',
    'Limit: 9 an hour, set for this key',
    'Limit: 70 a day, set for the organization, for each key',
    undefined,
  ]);
  expect(screen.queryByRole('button', { name: /^Limit of/ })).toBeNull();
});

it("sets the limit of an organization's keys, with what it was based on, and shows a refusal at its field", async () => {
  await startWith(refused);
  const { user } = await open(groupOf(keyOf(1, true)));
  await user.click(screen.getByRole('button', { name: limitAll }));
  const dialog = within(await screen.findByRole('dialog', { name: limitAll }));
  expect(dialog.getByText(/counted for all these keys together/)).toBeTruthy();
  await user.click(dialog.getByRole('switch'));
  await user.type(dialog.getByLabelText('Per hour'), '90');
  await user.click(dialog.getByRole('button', { name: 'Save limit' }));
  await waitFor(() => expect(seen()).toHaveLength(1));
  expect(seen()[0]).toMatchObject({ method: 'PUT', url: '/api/swaggers/deployment/7/limit/2' });
  expect(JSON.parse(seen()[0]?.body ?? '')).toEqual({
    enabledRateLimit: true,
    rateLimitPerMinute: null,
    rateLimitPerHour: 90,
    rateLimitPerDay: null,
    policy: 'local',
    basedOn: 0,
  });
  expect(
    await dialog.findByText(
      'The deployment counts in no Redis. Choose local or cluster, or a Redis at the deployment.',
    ),
  ).toBeTruthy();
});

it('takes away the limit of one key', async () => {
  await startWith(refused);
  const rateLimit = { window: 'minute', calls: 5, policy: 'local' } as const;
  const { user } = await open(groupOf(keyOf(1, true, { rateLimit })));
  await user.click(screen.getByRole('button', { name: 'Limit of Key 1' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Limit of Key 1' }));
  await user.click(dialog.getByRole('switch'));
  await user.click(dialog.getByRole('button', { name: 'Save limit' }));
  await waitFor(() => expect(seen()).toHaveLength(1));
  expect(seen()[0]).toMatchObject({ method: 'PUT', url: '/api/consumer/1/limit' });
  expect(JSON.parse(seen()[0]?.body ?? '')).toMatchObject({ enabledRateLimit: false, basedOn: 4 });
});

it('shows the last day of a key, its own or that of its access where it comes first', async () => {
  const [own, access] = ['2099-11-30T23:59:59.999Z', '2099-12-31T23:59:59.999Z'];
  await startWith();
  await open(
    groupOf(
      keyOf(1, false),
      keyOf(2, false, { endsAt: own, accessEndsAt: access }),
      keyOf(3, false, { endsAt: access, accessEndsAt: own }),
      keyOf(4, false, { endsAt: new Date(Date.now() + 86_400_000).toISOString() }),
    ),
  );
  const [none, first, second, soon] = screen.getAllByRole('listitem');
  expect(none?.textContent).not.toContain('Ends');
  expect(first?.textContent).toContain('Ends on 11/30/2099 (UTC)');
  expect(second?.textContent).toContain('Ends with the access on 11/30/2099 (UTC)');
  const text = within(soon as HTMLElement).getByText(/^Ends on/);
  expect(text.className).toContain('text-warning');
});
