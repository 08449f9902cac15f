// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { EventTopicView } from '#domain/event-topic/row.ts';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, show } from '../../test/show.tsx';
import { SignedIn } from '../../test/signed-in.tsx';
import { TopicCard } from './topic-card.tsx';

componentTests('event-categories', 'event-topics', 'event-subscriptions', 'resources');
const { startWith, seen } = pageServer();

const category = {
  ...{ id: 12, name: 'Orders', description: '', type: '', businessArea: 1, businessAreaName: '', version: 1 },
  changedAt: '2026-01-01T00:00:00.000Z',
  events: [],
  basedOn: 1,
};
const topic: EventTopicView = {
  id: 4,
  name: 'orders',
  kafkaEnvId: 6,
  categoryId: 12,
  organizationId: 1,
  organizationAttr: '{}',
  subscribed: [],
  config: '{}',
  partitions: 3,
  replication: null,
  organization: { id: 1, name: 'Acme' },
  category: { id: 12, name: 'Orders' },
  kafkaEnv: { id: 6, name: 'Brokers', envType: 'DEV', address: 'brokers.example:9092' },
  state: 'active',
  operationId: null,
  made: { partitions: 3, replication: 1 },
  basedOn: 3,
  environments: [],
  openDifferences: null,
  certificates: [{ name: 'authority.pem', certificate: 'PEM' }],
};
const none = 'No Topic has been created yet! Please contact an administrator if this is in error.';
const card = (hasAccess: boolean) =>
  show(
    <SignedIn>
      <TopicCard category={{ ...category, hasAccess }} />
    </SignedIn>,
  );

it('shows the topic of an organization that has access: its name, Kafka, environment, address and certificates', async () => {
  await startWith(json(200, topic));
  card(true);
  for (const text of ['orders', 'Brokers', 'DEV', 'brokers.example:9092'])
    expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Download authority.pem' })).toBeTruthy();
  expect(screen.queryByText(none)).toBeNull();
});

it('lets one choose among the environments in which there is a topic', async () => {
  const prod = { ...topic, name: 'orders.prod', kafkaEnv: { ...topic.kafkaEnv, envType: 'PROD' as const } };
  await startWith(
    json(200, { ...topic, environments: ['DEV', 'PROD'] }),
    json(200, { ...prod, environments: ['DEV', 'PROD'] }),
  );
  const { user } = card(true);
  await user.click(await screen.findByRole('button', { name: /DEV/ }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'PROD' }));
  expect(await screen.findByText('orders.prod')).toBeTruthy();
  expect(seen().at(-1)?.url).toContain('env=PROD');
});

it('says that there is none', async () => {
  await startWith(json(404, { status: 404, code: 'not-found', title: 'Not found', errors: [] }));
  card(true);
  expect(await screen.findByText(none)).toBeTruthy();
});

it('asks for no topic without access', async () => {
  await startWith();
  card(false);
  expect(await screen.findByText(none)).toBeTruthy();
  expect(seen()).toEqual([]);
});
