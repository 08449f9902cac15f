import { expect, test } from '@playwright/test';
import type { Acl } from '#kafka/admin/acls.ts';
import { call, shown } from './pages/call.ts';
import { newName } from './pages/demo.ts';
import { makeTopic, ownBrokers } from './pages/kafka.ts';
import { signIn } from './pages/sign-in.ts';
import { portalUrl } from './pages/stack.ts';

const { asAdmin, register } = ownBrokers();

type Subscription = Readonly<{ state: string; group: Readonly<{ name: string }> | null }>;

test('answer what changed at Kafka: rights that nobody gave are removed, and settings are adopted', async ({
  page,
}) => {
  await signIn(page, 'Ada Lindqvist', '/events/topics');
  const kafkaEnvId = await register(page, `Kafka ${newName()}`);
  const topic = await makeTopic(page, kafkaEnvId, '{"retention.ms": 60000}');
  const { position } = await call<{ position: string }>(page, 'POST', '/api/event-subscriptions', {
    json: { name: 'Warehouse', organizationId: topic.organizationId, topicId: topic.id },
  });
  await shown(page, position);
  const subscription = async () =>
    (await call<Subscription[]>(page, 'GET', `/api/event-subscriptions?topicId=${topic.id}`))[0];
  await expect.poll(async () => (await subscription())?.state).toBe('active');
  const group = `${(await subscription())?.group?.name}till`;

  // Somebody gives rights and changes a setting, at the brokers.
  const stranger = `User:reports-${newName()}`;
  const right = { principal: stranger, pattern: 'literal', host: '*', operation: 'read', permission: 'allow' } as const;
  const ofGroup: Acl = { ...right, resource: 'group', name: group };
  const ofTopic: Acl = { ...right, resource: 'topic', name: topic.name };
  await asAdmin(async (kafka) => {
    await kafka.createAcls([ofGroup, ofTopic]);
    await kafka.alterConfigs(topic.name, { 'retention.ms': '5000' });
  });
  const held = () => asAdmin((kafka) => kafka.describeAcls({ principal: stranger }));

  await page.goto(`${portalUrl()}/kong/drift?resourceId=${kafkaEnvId}`);
  const rowOf = (name: string | RegExp) => page.getByRole('button', { name });
  const [groupRow, topicRow, settings] = [
    rowOf(`ACL ${stranger} allow read group ${group}`),
    rowOf(`ACL ${stranger} allow read topic ${topic.name}`),
    rowOf(`settings ${topic.name}`),
  ];
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    for (const row of [groupRow, topicRow, settings]) await expect(row).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 90_000 });

  const dock = page.getByRole('complementary', { name: 'Details' });
  const dialog = page.getByRole('dialog');
  const answer = async (name: string, reason: string, done: string) => {
    await dock.getByRole('button', { name }).click();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason);
    await dialog.getByRole('button', { name }).click();
    await expect(dialog).toBeHidden({ timeout: 60_000 });
    await expect(dock.getByText(done)).toBeVisible({ timeout: 30_000 });
  };
  await groupRow.click();
  await expect(dock.getByText('or to groups of their readers')).toBeVisible();
  await answer('Remove', 'Reports have no group here', 'Removed');
  expect(await held()).toEqual([ofTopic]);

  await page.goto(`${portalUrl()}/events/topics?dock=event-topic:${topic.id}`);
  await expect(dock.getByText('waiting for an answer: 2')).toBeVisible();
  await dock.getByRole('link', { name: 'Show the drift' }).click();
  await expect(topicRow).toBeVisible();
  await settings.click();
  await answer('Adopt', 'Five seconds are enough', 'Adopted');
  await expect
    .poll(async () => (await call<{ config: string }>(page, 'GET', `/api/event-topic/${topic.id}`)).config)
    .toContain('5000');
  await topicRow.click();
  await answer('Remove', 'Reports read elsewhere', 'Removed');
  expect(await held()).toEqual([]);

  await page.goto(`${portalUrl()}/notices`);
  await expect(page.getByText(`${stranger} allow read group ${group}`).first()).toBeVisible();
});
