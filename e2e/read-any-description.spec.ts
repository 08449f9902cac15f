import { expect, test } from '@playwright/test';
import { entangledSpec } from '#test/world/entangled-spec.ts';
import { newName, publish } from './pages/demo.ts';
import { signIn } from './pages/sign-in.ts';
import { portalUrl } from './pages/stack.ts';

/** All of it valid, and each part of it once took the whole page of documentation along. */
const oddSpec = (title: string) => ({
  openapi: '3.1.0',
  info: {
    title,
    version: '1.0.0',
    description:
      'Reads well. ![The plan](https://elsewhere.example/plan.png) <img src="https://elsewhere.example/b.png">',
    'x-logo': { url: 'https://elsewhere.example/logo.png' },
  },
  tags: [{ name: 'constructor' }],
  paths: {
    '/orders': {
      get: {
        summary: 'List orders',
        tags: ['constructor'],
        responses: {
          200: {
            description: 'Done',
            content: {
              'application/json': {
                schema: { $ref: '#/components/schemas/Nowhere' },
                examples: { far: { externalValue: 'https://elsewhere.example/order-1.json' } },
              },
            },
          },
        },
      },
      post: {
        summary: 'Place an order',
        tags: ['toString'],
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': {
              schema: { type: 'object', properties: { hasOwnProperty: { type: 'array', items: { type: 'string' } } } },
              example: { hasOwnProperty: null },
              encoding: { hasOwnProperty: { style: 'spaceDelimited' } },
            },
          },
        },
        responses: { 201: { description: 'Placed' } },
      },
    },
  },
});

test('the documentation of a description with references, images and names of all sorts is read', async ({ page }) => {
  const name = `Odd ${newName()}`;
  const troubles: string[] = [];
  page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()));
  page.on('pageerror', (error) => troubles.push(error.message));
  await signIn(page, 'Mateo Rossi');
  const apiId = await publish(page, JSON.stringify(oddSpec(name)));
  troubles.length = 0;
  await page.goto(`${portalUrl()}/swagger-page/${apiId}`);
  const documentation = page.frameLocator('iframe').locator('#documentation');
  await expect(documentation).toContainText('List orders');
  await expect(documentation).toContainText('Place an order');
  await documentation.getByRole('button', { name: /200/ }).first().click();
  await expect(documentation).toContainText('Not in this document');
  await expect(documentation.getByRole('link', { name: 'The plan' })).toHaveAttribute('href', /plan\.png$/);
  await expect(documentation.locator('img:not([src^="data:"])')).toHaveCount(0);
  expect(troubles).toEqual([]);
});

test('whole numbers are shown with all their digits', async ({ page }) => {
  const text = `{"openapi": "3.1.0", "info": {"title": "Long ${newName()}", "version": "1"}, "paths": {"/sims": {"post": {
    "parameters": [{"name": "n", "in": "query", "schema": {"type": "integer", "exclusiveMinimum": 9007199254740993}}],
    "requestBody": {"content": {"application/json": {"schema": {"type": "object", "properties": {
      "id": {"type": "integer", "example": 8949020000112345678, "maximum": 9223372036854775807},
      "text": {"type": "string", "example": "9007199254740995"}}}}}},
    "responses": {"200": {"description": "Done"}}}}}}`;
  await signIn(page, 'Mateo Rossi');
  await page.goto(`${portalUrl()}/swagger-page/${await publish(page, text)}`);
  const documentation = page.frameLocator('iframe').locator('#documentation');
  await expect(documentation).toContainText('> 9007199254740993');
  await expect(documentation).toContainText('<= 9223372036854775807');
  await expect(documentation).toContainText('"id": 8949020000112345678,"text": "9007199254740995"');
});

test("an operation that can't be rendered is shown as its source, and the others are readable", async ({ page }) => {
  const name = `Broken ${newName()}`;
  const spec = oddSpec(name);
  const get = { ...spec.paths['/orders'].get, summary: undefined, description: ['not a text'] };
  await signIn(page, 'Mateo Rossi');
  const apiId = await publish(
    page,
    JSON.stringify({ ...spec, paths: { '/orders': { ...spec.paths['/orders'], get } } }),
  );
  await page.goto(`${portalUrl()}/swagger-page/${apiId}`);
  const frame = page.frameLocator('iframe');
  await frame.getByText('constructor (1)').click();
  await frame.getByRole('button', { name: /GET \/orders/ }).click();
  await expect(frame.getByText('This part can’t be drawn')).toBeVisible();
  await frame.getByText('toString (1)').click();
  await frame.getByRole('button', { name: 'Place an order' }).click();
  await expect(frame.locator('#documentation')).toContainText('Placed');
  await expect(frame.getByText('This part can’t be drawn')).toHaveCount(0);
});

test('an operation whose schemas all refer to each other is read, and each schema is opened from it', async ({
  page,
}) => {
  await signIn(page, 'Mateo Rossi');
  const apiId = await publish(page, JSON.stringify(entangledSpec(2_000, `Entangled ${newName()}`)));
  await page.goto(`${portalUrl()}/swagger-page/${apiId}`);
  const frame = page.frameLocator('iframe');
  await frame.getByRole('searchbox').fill('/things/4');
  await frame.getByRole('button', { name: 'Read thing 4' }).click();
  const documentation = frame.locator('#documentation');
  await documentation.getByRole('button', { name: /200/ }).first().click();
  await documentation.getByRole('button', { name: /data/ }).click();
  await expect(documentation).toContainText('part_11');
  await documentation.getByRole('button', { name: /part_11/ }).click();
  await documentation.getByRole('button', { name: 'thing_172' }).click();
  await documentation
    .getByRole('button', { name: /part_11/ })
    .nth(1)
    .click();
  await documentation.getByRole('button', { name: 'thing_1348' }).click();
  await documentation.getByRole('link', { name: 'Show thing_1348' }).click();
  const way = frame.getByRole('navigation', { name: 'Way back' });
  await expect(way).toContainText('thing_1348');
  // Its own part_11 leads to another one.
  await expect(documentation.getByText('thing_1580')).toBeVisible();
  await way.getByRole('button', { name: 'GET /things/4' }).click();
  await expect(documentation).toContainText('Read thing 4');
  await expect(way).toBeHidden();
});
