import { expect, type Page, test } from '@playwright/test';
import { newName } from './pages/demo.ts';
import { signIn } from './pages/sign-in.ts';
import { portalUrl } from './pages/stack.ts';

const json = (page: Page) => page.getByRole('textbox', { name: 'Category as JSON' });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const saved = (page: Page) => expect(page.getByText('Event category saved')).toBeVisible();
const meaning = (page: Page) => page.getByRole('region', { name: 'What saving this means' });

/** Puts a text into an editor, as pasting over everything does. */
const replace = async (page: Page, name: string, text: string): Promise<void> => {
  await page.getByRole('textbox', { name }).click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(text);
};

const schemaOf = (total: object, required: readonly string[] = []): string =>
  JSON.stringify({ type: 'object', required, properties: { total } });

test('change a schema without breaking anyone: a new category, a change that breaks, and one that does not', async ({
  page,
}) => {
  const name = `Orders ${newName()}`;
  await signIn(page, 'Ada Lindqvist', '/events/manage');
  await page.getByRole('link', { name: 'Add event category' }).click();
  await expect(page.getByText('Invalid JSON or JSON does not adhere to event category schema.')).toBeVisible();
  await expect(save(page)).toBeDisabled();

  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('combobox', { name: 'Business Area' }).click();
  await page.getByRole('option', { name: 'Logistics' }).click();
  await page.getByRole('textbox', { name: 'Description', exact: true }).fill('What happens to an order');
  await page.getByRole('button', { name: 'Add event' }).click();
  await page.getByRole('textbox', { name: 'Name of the event' }).fill('Order placed');
  await page.getByRole('textbox', { name: 'Event type id' }).fill('order.placed');
  await page.getByRole('textbox', { name: 'Description of the event' }).fill('A customer has ordered');
  await expect(json(page)).toContainText('"eventTypeId": "order.placed"');

  const schema = 'JSON Schema';
  await replace(page, schema, '{"type":"numbr"}');
  await expect(page.getByRole('region', { name: 'Problems of the document' })).toContainText('/type');
  await expect(save(page)).toBeDisabled();
  await replace(page, schema, schemaOf({ type: 'number' }));
  await expect(meaning(page).getByRole('region', { name: 'Readers' })).toContainText('Event added');
  await save(page).click();
  await saved(page);

  // What is typed into the JSON is in the form at once.
  await page.getByRole('searchbox', { name: 'Search by name, description or event' }).fill(name);
  await page.getByRole('link', { name: `Edit ${name}` }).click();
  await expect(json(page)).toContainText(name);
  await replace(page, schema, schemaOf({ type: 'string' }));
  for (const side of ['Readers', 'Writers']) {
    const lines = meaning(page).getByRole('region', { name: side, exact: true });
    await expect(lines.getByText('Breaks', { exact: true }).first()).toBeVisible();
    await expect(lines).toContainText('total');
  }
  await save(page).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();

  await replace(page, schema, schemaOf({ type: 'number', description: 'In euros' }));
  await expect(meaning(page).getByText('Breaks', { exact: true })).toHaveCount(0);
  await expect(save(page)).toBeEnabled();
  await save(page).click();
  await saved(page);

  // Everybody reads it, with its versions.
  await page.context().clearCookies();
  await signIn(page, 'Grace Okafor', '/wall/event');
  await page.getByRole('searchbox', { name: 'Search by name, description or event' }).fill(name);
  const card = page.getByRole('article', { name });
  await card.getByRole('button', { name }).click();
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details.getByText('No Topic has been created yet!')).toBeVisible();
  await expect(details.getByRole('button', { name: 'Request Access' })).toBeVisible();
  await card.getByRole('link', { name: `Events of ${name}` }).click();
  await expect(page.getByRole('region', { name: 'JSON Schema' })).toContainText('"In euros"');
  await expect(page.getByRole('region', { name: 'Sample message' })).toContainText('"total"');
  await expect(page.getByRole('heading', { name: 'What changed since version 1' })).toBeVisible();

  // Whoever looks after it deletes it.
  await page.context().clearCookies();
  await signIn(page, 'Ada Lindqvist', '/events/manage');
  await page.getByRole('searchbox', { name: 'Search by name, description or event' }).fill(name);
  const managed = page.getByRole('article', { name });
  await managed.getByRole('button', { name, exact: true }).click();
  await expect(managed.getByRole('listitem')).toHaveText(['Order placed']);
  await managed.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete event category' }).click();
  await expect(page.getByText('Event category deleted')).toBeVisible();
  await expect(managed).toBeHidden();
});

test('the JSON and the form are the same document', async ({ page }) => {
  await signIn(page, 'Ada Lindqvist', '/events/editor');
  const event = { id: 0, name: 'Ship left', description: 'A ship has left', eventTypeId: 'ship.left', schema: '{}' };
  const document = { id: 0, name: 'Harbour', description: 'Ships and quays', businessArea: 1, events: [event] };
  await replace(page, 'Category as JSON', JSON.stringify(document, null, 2));
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Harbour');
  await expect(page.getByRole('textbox', { name: 'Event type id' })).toHaveValue('ship.left');
  await expect(save(page)).toBeEnabled();
  await replace(page, 'Category as JSON', JSON.stringify({ ...document, more: 1 }, null, 2));
  await expect(page.getByRole('button', { name: /^Line \d+/ })).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await page.goto(`${portalUrl()}/wall`);
});
