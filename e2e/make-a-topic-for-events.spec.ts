import { expect, type Page, test } from '@playwright/test';
import { newName } from './pages/demo.ts';
import { ownBrokers } from './pages/kafka.ts';
import { signIn } from './pages/sign-in.ts';

const { asAdmin, register } = ownBrokers();

const choose = async (page: Page, field: string, option: string | RegExp): Promise<void> => {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option }).first().click();
};

test('make a topic for events: made at Kafka, changed, looked into, adopted where one was there, and deleted with its name typed', async ({
  page,
}) => {
  const kafka = `Kafka ${newName()}`;
  const [name, theirs] = [`orders.${newName()}`, `legacy.${newName()}`];
  await signIn(page, 'Ada Lindqvist', '/events/topics');
  await register(page, kafka);
  await asAdmin((client) => client.createTopic({ name: theirs, partitions: 4 }));
  await page.reload();

  const add = async (topic: string, category: string) => {
    await page.getByRole('button', { name: 'Add topic' }).first().click();
    await page.getByRole('textbox', { name: 'Topic Name' }).fill(topic);
    const dock = page.getByRole('complementary', { name: 'Details' });
    await choose(page, 'Kafka Environment', kafka);
    await dock.getByRole('combobox', { name: 'Organization' }).click();
    await page.getByRole('option').first().click();
    await dock.getByRole('combobox', { name: 'Event Category' }).click();
    await page.getByRole('option', { name: category, exact: true }).click();
    await dock.getByRole('checkbox').first().check();
    return dock;
  };
  const dock = await add(name, 'Orders');
  const config = dock.getByRole('textbox', { name: 'Configuration' });
  await config.fill('{"retention.ms": "long"}');
  await dock.getByRole('button', { name: 'Submit' }).click();
  await expect(dock.getByText('Not a number of type LONG')).toBeVisible();
  await config.fill('{"retention.ms": 60000}');
  await dock.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Topic Updated')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row.getByText('At its Kafka')).toBeVisible();
  expect(await asAdmin((client) => client.describeTopic(name))).toMatchObject({ partitions: 1 });

  await row.getByRole('button', { name: `Edit ${name}` }).click();
  await dock.getByRole('textbox', { name: 'Partitions' }).fill('3');
  await dock.getByRole('button', { name: 'Submit' }).click();
  await expect.poll(async () => (await asAdmin((client) => client.describeTopic(name)))?.partitions).toBe(3);

  await add(theirs, 'Settlements');
  await dock.getByRole('button', { name: 'Submit' }).click();
  await dock.getByRole('button', { name: 'Adopt it as it is' }).click();
  await expect(page.getByRole('row').filter({ hasText: theirs }).getByText('At its Kafka')).toBeVisible();
  expect(await asAdmin((client) => client.describeTopic(theirs))).toMatchObject({ partitions: 4 });

  await row.getByRole('button', { name: `Edit ${name}` }).click();
  const look = dock.getByRole('region', { name: 'Last messages' });
  await look.getByRole('button', { name: 'Look at the last messages' }).click();
  await expect(look.getByText('This topic has no messages yet.')).toBeVisible();
  await dock.getByRole('button', { name: 'Send a test message' }).click();
  const test = page.getByRole('dialog', { name: 'Send a test message' });
  await expect(test.getByRole('textbox', { name: 'Payload' })).not.toHaveValue('');
  const sample = await test.getByRole('textbox', { name: 'Payload' }).inputValue();
  await test.getByRole('textbox', { name: 'Payload' }).fill('[]');
  await test.getByRole('button', { name: 'Send to DEV' }).click();
  await expect(test.getByText('must be of the type object')).toBeVisible();
  await test.getByRole('textbox', { name: 'Payload' }).fill(sample);
  await test.getByRole('button', { name: 'Send to DEV' }).click();
  await expect(page.getByText('Kafka has it:')).toBeVisible();
  await asAdmin((client) => client.send(name, { value: '{"<b>": 1}' }));
  await look.getByRole('button', { name: 'Look again' }).click();
  await expect(look.getByText('Obeys its schema')).toBeVisible();
  await look.getByRole('button', { name: 'Breaks its schema' }).click();
  await expect(look.getByText('<b>').first()).toBeVisible();
  await dock.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('textbox').fill(name);
  await dialog.getByRole('button', { name: 'Delete topic' }).click();
  await expect(page.getByText('Topic Deleted')).toBeVisible();
  await expect(row).toBeHidden();
  expect(await asAdmin((client) => client.describeTopic(name))).toBeUndefined();
});
