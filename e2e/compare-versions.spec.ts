import { expect, test } from '@playwright/test';
import { newName, publish } from './pages/demo.ts';
import { signIn } from './pages/sign-in.ts';
import { portalUrl } from './pages/stack.ts';

const specOf = (title: string, version: string, pet: object) => ({
  openapi: '3.0.3',
  info: { title, version, description: 'Pets of the shop, and who looks after them.' },
  paths: {
    '/pets': {
      get: {
        responses: {
          200: {
            description: 'Pets',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
          },
        },
      },
    },
  },
  components: { schemas: { Pet: { type: 'object', properties: pet } } },
});

test('a comparison shows that a second version breaks callers, and the first is restored', async ({ page }) => {
  await signIn(page, 'Mateo Rossi');
  const name = `Pets ${newName()}`;
  const first = JSON.stringify(specOf(name, '1.0.0', { name: { type: 'string' }, age: { type: 'integer' } }));
  const apiId = await publish(page, first);

  await page.goto(`${portalUrl()}/api-upload?id=${apiId}`);
  const second = JSON.stringify(specOf(name, '2.0.0', { name: { type: 'string' } }), null, 2);
  const dropped = await page.evaluateHandle((content) => {
    const data = new DataTransfer();
    data.items.add(new File([content], 'pets.json', { type: 'application/json' }));
    return data;
  }, second);
  await page.getByText('Drop a file here, or').dispatchEvent('drop', { dataTransfer: dropped });
  // First what it is, then advice with its lines, then what it changes for callers: nobody is kept from publishing.
  await expect(page.getByText('Valid OpenAPI 3.0.3, 1 operation')).toBeVisible();
  await page.getByText(/^Advice for \d+ places$/).click();
  await page.getByText('Operations without a summary').click();
  await expect(page.getByText(/^Line \d+, column \d+$/).filter({ visible: true })).toHaveCount(1);
  const changes = page.getByRole('region', { name: 'Compared with the version that is current' });
  await expect(changes.getByText('1 change may break callers.')).toBeVisible();
  await expect(changes.getByRole('region', { name: 'Pet' })).toContainText(/Property removed age\s*May break/);
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(page.getByText('OpenAPI Specs updated!')).toBeVisible();

  await page.goto(`${portalUrl()}/wall?dock=api:${apiId}`);
  const dock = page.getByRole('complementary', { name: 'Details' });
  const versions = dock.getByRole('list', { name: /Versions/ });
  await expect(versions.getByRole('listitem')).toHaveCount(2);
  await versions.getByRole('button', { name: 'Actions for version 2' }).click();
  await page.getByRole('menuitem', { name: 'Compare with the one before' }).click();
  await expect(dock.getByText('1 change may break callers.')).toBeVisible();
  const pet = dock.getByRole('region', { name: 'Pet' });
  await expect(pet.getByRole('listitem')).toContainText([/Property removed age\s*May break/]);

  await dock.getByRole('button', { name: 'Make version 1 current again' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make current again' }).click();
  await expect(page.getByText('The older version is current again')).toBeVisible();
  await expect(dock.getByText('A newer version exists: version 3 is current.')).toBeVisible();
  // Choosing another version leaves everybody where they are.
  const newer = dock.getByRole('combobox', { name: 'To', exact: true });
  await newer.click();
  await page.getByRole('option', { name: /^3 / }).click();
  await expect(dock.getByText('The two versions do not differ.')).toBeVisible();
  await expect(newer).toBeFocused();
  await dock.getByRole('button', { name: 'Back' }).click();
  await expect(versions.getByRole('listitem').first()).toContainText(/Version 3.*1\.0\.0.*Current.*As version 1/);

  await versions.getByRole('button', { name: 'Actions for version 2' }).click();
  await page.getByRole('menuitem', { name: 'Read the documentation' }).click();
  await expect(page.locator('#content').getByText('Version 2', { exact: true })).toBeVisible();
  await expect(page.frameLocator('iframe').getByText('2.0.0').first()).toBeVisible();
});
