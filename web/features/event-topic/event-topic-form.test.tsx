// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, showLazy } from '../../test/show.tsx';
import { SignedIn } from '../../test/signed-in.tsx';
import { EventTopicForm } from './event-topic-form.tsx';
import { EventTopicList } from './event-topic-list.tsx';
import { EventTopicPanel } from './event-topic-panel.tsx';
import { eventTopicOptions } from './queries.ts';
import { RemoveEventTopic } from './remove-event-topic.tsx';

componentTests('event-topics');
const { startWith, seen } = pageServer();

const topic = {
  id: 4,
  name: 'orders',
  kafkaEnvId: 6,
  categoryId: 12,
  organizationId: 1,
  organizationAttr: '{}',
  subscribed: [1],
  config: '{}',
  partitions: 3,
  replication: null,
  organization: { id: 1, name: 'Acme' },
  category: { id: 12, name: 'Orders' },
  kafkaEnv: { id: 6, name: 'Brokers', envType: 'DEV' as const, address: 'brokers.example:9092' },
  state: 'active' as const,
  operationId: null,
  made: { partitions: 3, replication: 1 },
  basedOn: 3,
  environments: [],
  openDifferences: null as number | null,
};
const category = {
  ...{ id: 12, name: 'Orders', description: '', type: '', businessArea: 1, businessAreaName: '', version: 1 },
  changedAt: '2026-01-01T00:00:00.000Z',
  events: [
    { id: 1, name: 'Placed', description: '', eventTypeId: 'order.placed' },
    { id: 2, name: 'Paid', description: '', eventTypeId: 'order.paid' },
  ],
  basedOn: 1,
};
const saved = json(200, { id: 4, name: 'orders', operationId: null, basedOn: 4, position: '1' });
const found = {
  partitions: 9,
  replication: 1,
  config: '{"cleanup.policy": "compact"}',
  acls: [{ principal: 'User:shop', operation: 'read', permission: 'allow' }],
  groups: ['shop-readers'],
};

/** Answers each question by its address, and posts in this order. */
const answering = (
  posts: readonly ReturnType<typeof json>[] = [],
  topics: readonly (typeof topic)[] = [topic],
  changes: Partial<typeof topic> = {},
) => {
  const left = [...posts];
  const answerOf = ({ method, url }: Parameters<typeof saved>[0]) => {
    if (method === 'POST' || method === 'DELETE') return left.shift() ?? saved;
    if (url?.includes('at-broker')) return json(200, { found });
    if (url?.endsWith('/event-topic/4')) return json(200, { ...topic, ...changes });
    if (url?.includes('event-categories')) return json(200, [category]);
    if (url?.includes('event-topics')) return json(200, { topics, total: topics.length, page: 0 });
    return json(200, []);
  };
  return startWith(
    ...Array.from(
      { length: 20 },
      () => (call: Parameters<typeof saved>[0], response: Parameters<typeof saved>[1]) =>
        answerOf(call)(call, response),
    ),
  );
};
const posted = () =>
  seen()
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => JSON.parse(body ?? '') as Record<string, unknown>);
const form = () =>
  showLazy(
    <SignedIn>
      <EventTopicForm topic={topic} />
    </SignedIn>,
  );
const submit = () => screen.getByRole('button', { name: 'Submit' });

it('lists topics with their category, organization and Kafka', async () => {
  await answering();
  const { user } = await showLazy(<EventTopicList />);
  expect(await screen.findByText('1 topic')).toBeTruthy();
  const row = screen.getAllByRole('row').at(-1) as HTMLElement;
  for (const text of ['orders', 'Acme', 'Orders', 'Brokers', 'At its Kafka']) within(row).getByText(text);
  await user.click(screen.getByRole('button', { name: 'Edit orders' }));
  expect(location.search).toContain('event-topic');
});

it('says that there is none, in the specified words', async () => {
  await answering([], []);
  await showLazy(<EventTopicList />);
  expect(await screen.findByText('No topics have been created yet!')).toBeTruthy();
});

it('says what could not be loaded, in the specified words', async () => {
  const failed = json(500, { status: 500, code: 'internal', title: 'Failed', errors: [] });
  await startWith(...Array.from({ length: 10 }, () => failed));
  await showLazy(<EventTopicList />);
  expect(await screen.findByText('There was an error loading the topic table.')).toBeTruthy();
  cleanup();
  await form();
  for (const what of ['kafka environment', 'organization', 'category'])
    expect(await screen.findByText(`There was an error getting the details for the selected ${what}.`)).toBeTruthy();
});

it('leads to what of the topic waits in the drift', async () => {
  await answering([], [topic], { openDifferences: 2 });
  await showLazy(
    <SignedIn>
      <EventTopicPanel id="4" />
    </SignedIn>,
  );
  expect(await screen.findByText('Not at Kafka as it was applied, and waiting for an answer: 2')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Show the drift' }).getAttribute('href')).toBe('/kong/drift?topicId=4');
});

it('checks the configuration before it is sent, and sends what the form was based on', async () => {
  await answering([saved]);
  const { user } = await form();
  const config = await screen.findByRole('textbox', { name: /Configuration/ });
  await user.clear(config);
  await user.type(config, 'no json');
  await user.click(submit());
  expect(await screen.findByText('Please enter a valid JSON Configuration')).toBeTruthy();
  expect(posted()).toEqual([]);
  await user.clear(config);
  await user.type(config, '{{"retention.ms": 1000}');
  await user.click(await screen.findByRole('checkbox', { name: 'Paid' }));
  await user.click(submit());
  await waitFor(() => expect(posted()).toHaveLength(1));
  expect(posted()[0]).toMatchObject({
    id: 4,
    config: '{"retention.ms": 1000}',
    subscribed: [1, 2],
    choice: null,
    basedOn: 3,
  });
});

it('shows what is at the broker under a name that is taken there, and adopts it when told so', async () => {
  const problem = { code: 'event-topic.on-broker', field: 'name', parameters: { name: 'orders' } };
  await answering([json(400, { ...problem, errors: [problem] }), saved]);
  const { user } = await form();
  await user.click(await screen.findByRole('button', { name: 'Submit' }));
  const shown = await screen.findByRole('region', { name: 'What this Kafka has under the name' });
  for (const text of ['9', 'User:shop allow read', 'shop-readers']) await within(shown).findByText(text);
  await user.click(within(shown).getByRole('button', { name: 'Adopt it as it is' }));
  await waitFor(() => expect(posted()).toHaveLength(2));
  expect(posted()[1]).toMatchObject({ id: 4, choice: 'adopt' });
});

it('deletes only after the name was typed, and says who loses what', async () => {
  await answering([json(200, { entityId: 4, operationId: null, position: '1' })]);
  const { user } = await showLazy(
    <SignedIn>
      <RemoveEventTopic topic={topic} />
    </SignedIn>,
  );
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('Acme loses its events of Orders');
  expect(within(dialog).queryByRole('button', { name: 'Delete topic' })).toBeNull();
  await user.type(within(dialog).getByRole('textbox'), 'orders');
  await user.click(within(dialog).getByRole('button', { name: 'Delete topic' }));
  await waitFor(() => expect(seen().some(({ method }) => method === 'DELETE')).toBe(true));
});

it('keeps what is typed while the operation of its topic ends', async () => {
  await answering();
  const { client, user } = await showLazy(
    <SignedIn>
      <EventTopicPanel id="4" />
    </SignedIn>,
  );
  const partitions = await screen.findByRole('textbox', { name: /Partitions/ });
  await user.clear(partitions);
  await user.type(partitions, '7');
  const { queryKey } = eventTopicOptions(4);
  act(() => void client.setQueryData(queryKey, { ...topic, state: 'saving' as const, certificates: [] }));
  expect(await screen.findByText('Being saved')).toBeTruthy();
  expect(screen.getByRole('textbox', { name: /Partitions/ })).toHaveProperty('value', '7');
});
