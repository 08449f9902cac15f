import { expect, test } from '@playwright/test';
import { clientOf, consume } from '#kafka/contract/client-of-others.ts';
import { newName } from './pages/demo.ts';
import { makeTopic, ownBrokers } from './pages/kafka.ts';
import { signIn } from './pages/sign-in.ts';
import { portalUrl } from './pages/stack.ts';

const { asAdmin, broker, register } = ownBrokers();

test('subscribe to orders and read them: with the login that the dialog shows, until it is deleted', async ({
  page,
}) => {
  await signIn(page, 'Ada Lindqvist', '/events/topics');
  const kafkaEnvId = await register(page, `Kafka ${newName()}`);
  const topic = await makeTopic(page, kafkaEnvId);
  const { name } = topic;
  await asAdmin((client) => client.send(name, { key: 'first', value: 'an order' }));

  await page.goto(`${portalUrl()}/events/topics?dock=event-topic:${topic.id}`);
  const dock = page.getByRole('complementary', { name: 'Details' });
  await dock.getByRole('button', { name: 'Add subscription' }).click();
  const form = page.getByRole('dialog', { name: 'Add a subscription' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Warehouse');
  await form.getByRole('combobox', { name: 'Organization' }).click();
  await page.getByRole('option').first().click();
  await form.getByRole('button', { name: 'Submit' }).click();

  const login = page.getByRole('dialog', { name: 'Login of Warehouse' });
  await expect(login.getByText('This view was recorded.')).toBeVisible();
  const config = (await login.getByRole('region', { name: 'Configuration for kafkajs' }).textContent()) ?? '';
  const part = (pattern: RegExp): string => pattern.exec(config)?.[1] ?? '';
  const [user, password, group] = [
    part(/username: "([^"]+)"/),
    part(/password: "([^"]+)"/),
    part(/groupId: "([^"]+)"/),
  ];
  const client = clientOf(broker(), { user, password });
  expect(await consume(client, group, name, 1)).toEqual(['an order']);
  await login.getByRole('button', { name: 'Close' }).last().click();

  await dock.getByRole('button', { name: 'Delete Warehouse' }).click();
  const confirm = page.getByRole('alertdialog');
  await confirm.getByRole('textbox').fill('Warehouse');
  await confirm.getByRole('button', { name: 'Delete subscription' }).click();
  await expect(dock.getByText('Nobody subscribes')).toBeVisible();
  expect(await asAdmin((kafkaClient) => kafkaClient.describeUsers([user]))).toEqual([]);
  await expect(consume(client, group, name, 1)).rejects.toThrow();
});
