// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { EventSubscriptionRow } from '#domain/event-subscription/row.ts';
import type { RevealedSubscription } from '#domain/event-subscription/schema.ts';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, show } from '../../test/show.tsx';
import { CredentialsDialog } from './credentials-dialog.tsx';
import { EndOldLogin, RemoveSubscription } from './end-subscription.tsx';
import { SubscriptionItem } from './subscription-item.tsx';

componentTests('event-subscriptions');
const { startWith } = pageServer();

const subscription: EventSubscriptionRow = {
  id: 12,
  name: 'Till',
  organizationId: 2,
  organizationName: 'Partner',
  isSuspended: false,
  topicId: 3,
  topicName: 'orders',
  environment: 'DEV',
  kafkaUserId: 'portico-0a1b2c3d-12.2',
  writes: false,
  group: { pattern: 'prefixed', name: 'portico-0a1b2c3d-12.' },
  state: 'active',
  operationId: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8',
  previous: {
    kafkaUserId: 'portico-0a1b2c3d-12.1',
    until: '2026-12-06T00:00:00.000Z',
    seenAt: null,
    lookedAt: '2026-11-29T10:00:00.000Z',
  },
  createdAt: '2026-11-29T00:00:00.000Z',
  may: { reveal: true, change: true },
};
const revealed: RevealedSubscription = {
  kafkaUserId: subscription.kafkaUserId,
  kafkaPassword: 'a-secret-of-the-login',
  address: 'broker.example:9093',
  environment: 'DEV',
  securityProtocol: 'SASL_SSL',
  mechanism: 'SCRAM-SHA-512',
  topicName: 'orders',
  writes: false,
  group: subscription.group,
  authorities: '-----BEGIN CERTIFICATE-----',
};

it('shows both logins of a rotation, and asks for what its buttons say', async () => {
  const onAsk = vi.fn();
  const { user } = show(
    <ul>
      <SubscriptionItem subscription={subscription} isPending={false} onAsk={onAsk} />
    </ul>,
  );
  for (const text of ['Till', 'Partner', 'orders', 'portico-0a1b2c3d-12.1', 'portico-0a1b2c3d-12.2', 'Reads'])
    expect(screen.getByText(text)).toBeTruthy();
  expect(screen.queryByText('Writes')).toBeNull();
  expect(screen.getByText('not seen reading')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'View the login of Till' }));
  await user.click(screen.getByRole('button', { name: 'End the old login of Till' }));
  await user.click(screen.getByRole('button', { name: 'Delete Till' }));
  // No second one while the old login works.
  await user.click(screen.getByRole('button', { name: 'Rotate Till' }));
  expect(onAsk.mock.calls).toEqual([['view'], ['end'], ['delete']]);
});

it('says when the old login was last seen reading, and nothing of that where it only writes', () => {
  const seenAt = '2026-11-29T10:00:00.000Z';
  const shown = (changes: Partial<EventSubscriptionRow>) =>
    show(
      <ul>
        <SubscriptionItem subscription={{ ...subscription, ...changes }} isPending={false} onAsk={() => undefined} />
      </ul>,
    );
  const previous = subscription.previous && { ...subscription.previous, seenAt };
  const { unmount } = shown({ previous });
  expect(screen.getByText(/^last seen reading/)).toBeTruthy();
  unmount();
  const unknown = shown({ previous: previous && { ...previous, seenAt: null, lookedAt: null } });
  expect(screen.getByText('not known yet who reads with it')).toBeTruthy();
  unknown.unmount();
  shown({ previous, group: null, writes: true });
  expect(screen.queryByText(/seen reading/)).toBeNull();
});

it.each([
  ['was seen reading', { seenAt: '2026-11-29T10:00:00.000Z' }, {}, /was last seen reading on/],
  ['was not seen', {}, {}, /No client with this login was seen reading/],
  ['could not be looked at', { lookedAt: null }, {}, /not known yet whether somebody reads/],
  ['only writes', {}, { group: null, writes: true }, /does not tell whether somebody writes/],
])('asks before an old login ends that %s', async (_what, previous, changes, text) => {
  const asked = {
    ...subscription,
    ...changes,
    previous: subscription.previous && { ...subscription.previous, ...previous },
  };
  show(<EndOldLogin subscription={asked} open onOpenChange={() => undefined} />);
  expect((await screen.findByRole('alertdialog')).textContent).toMatch(text);
});

it('has no buttons for whoever may neither see nor change it', () => {
  const seen = { ...subscription, may: { reveal: false, change: false } };
  show(
    <ul>
      <SubscriptionItem subscription={seen} isPending={false} onAsk={() => undefined} />
    </ul>,
  );
  expect(screen.queryAllByRole('button')).toEqual([]);
});

it('shows the login with a configuration for each client, and the certificates to download', async () => {
  show(<CredentialsDialog open onClose={() => undefined} subscription={subscription} revealed={revealed} />);
  expect(await screen.findByText('a-secret-of-the-login')).toBeTruthy();
  expect(screen.getByText('This view was recorded.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Download certificates' })).toBeTruthy();
  for (const client of ['Java', 'Python', 'kcat', 'kafkajs']) {
    fireEvent.mouseDown(screen.getByRole('tab', { name: client }), { button: 0 });
    expect(screen.getByRole('region', { name: `Configuration for ${client}` }).textContent).toContain(
      'a-secret-of-the-login',
    );
  }
});

it('is deleted only after its name was typed', async () => {
  await startWith(json(200, { entityId: 12, operationId: subscription.operationId, position: '1' }));
  show(<RemoveSubscription subscription={subscription} open onOpenChange={() => undefined} />);
  const field = await screen.findByRole('textbox');
  expect(screen.queryByRole('button', { name: 'Delete subscription' })).toBeNull();
  fireEvent.change(field, { target: { value: 'Till' } });
  expect(screen.getByRole('button', { name: 'Delete subscription' })).toBeTruthy();
});
