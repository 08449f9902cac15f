import { expect, type Locator, type Page, test } from '@playwright/test';
import { call } from './pages/call.ts';
import { deployToTest, ended, newName, publish } from './pages/demo.ts';
import { signIn } from './pages/sign-in.ts';
import { portalUrl } from './pages/stack.ts';

const ids = { type: 'array', items: { type: 'integer' }, example: [3, 5] };
const content = (type: string, schema: object, more: object = {}) => ({
  requestBody: { content: { [type]: { schema, ...more } } },
});
const form = {
  type: 'object',
  required: ['ac', 'product'],
  properties: { ac: { type: 'integer', example: 4 }, product: { type: 'string', example: '8 & 9' } },
};
const pet = {
  type: 'object',
  xml: { name: 'pet' },
  required: ['id'],
  properties: {
    id: { type: 'integer', example: 7, xml: { attribute: true } },
    name: { type: 'string', example: 'A & B' },
  },
};
const inQuery = (more: object) => ({ name: 'ids', in: 'query', required: true, schema: ids, ...more });

type Echo = Readonly<{ headers: Readonly<Record<string, string>>; body: string; url: string }>;
type Expected = Readonly<Record<string, string | RegExp>>;
type Filling = (dock: Locator, page: Page) => Promise<void>;

/** Each operation of the description, how it is filled in, and what the API behind the gateway gets. */
const table: readonly (readonly [what: string, path: string, operation: object, expected: Expected, fill?: Filling])[] =
  [
    [
      'a form',
      '/form',
      content('application/x-www-form-urlencoded', form),
      { type: 'application/x-www-form-urlencoded', body: 'ac=4&product=8+%26+9' },
    ],
    [
      'a text as JSON',
      '/json',
      content('application/json', { type: 'string', example: 'hello' }),
      { type: 'application/json', body: '"hello"' },
    ],
    [
      'any type',
      '/any',
      content('*/*', pet),
      { type: 'application/json', body: '{\n  "id": 7,\n  "name": "A & B"\n}' },
    ],
    [
      'XML',
      '/xml',
      content('application/xml', pet),
      {
        type: 'application/xml',
        body: '<?xml version="1.0" encoding="UTF-8"?>\n<pet id="7">\n  <name>A &#38; B</name>\n</pet>',
      },
    ],
    [
      'files',
      '/files',
      content('multipart/form-data', {
        type: 'object',
        required: ['photo'],
        properties: { photo: { type: 'string', format: 'binary' }, note: { type: 'string' } },
      }),
      {
        type: /^multipart\/form-data; boundary=/,
        body: /name="photo"; filename="photo\.txt"\r\nContent-Type: text\/plain\r\n\r\nsmile\r\n.*name="note"\r\n\r\nhello\r\n/s,
      },
      async (dock, page) => {
        await dock.getByRole('button', { name: 'Call TEST' }).click();
        await expect(dock.getByRole('button', { name: 'Choose a file: photo' })).toBeFocused();
        const chooser = page.waitForEvent('filechooser');
        await dock.getByRole('button', { name: 'Choose a file: photo' }).click();
        await (await chooser).setFiles({ name: 'photo.txt', mimeType: 'text/plain', buffer: Buffer.from('smile') });
        await dock.getByRole('textbox', { name: 'note (field)' }).fill('hello');
      },
    ],
    [
      'rows of a list',
      '/rows',
      { parameters: [inQuery({})] },
      { url: '/rows?ids=3&ids=5&ids=9' },
      async (dock) => {
        await dock.getByRole('button', { name: 'Add a value: ids' }).click();
        await expect(dock.getByRole('textbox', { name: 'ids, value 3' })).toBeFocused();
        await dock.getByRole('textbox', { name: 'ids, value 3' }).fill('9');
      },
    ],
    ['a list in one value', '/one', { parameters: [inQuery({ explode: false })] }, { url: '/one?ids=3,5' }],
    [
      'a deep object',
      '/deep',
      {
        parameters: [
          {
            name: 'f',
            in: 'query',
            required: true,
            style: 'deepObject',
            explode: true,
            schema: { type: 'object', properties: { size: { type: 'integer', example: 2 } } },
          },
        ],
      },
      { url: '/deep?f%5Bsize%5D=2' },
    ],
    [
      'a matrix',
      '/matrix/{ids}',
      { parameters: [{ ...inQuery({}), in: 'path', style: 'matrix' }] },
      { url: '/matrix/;ids=3,5' },
    ],
    [
      'a long number',
      '/sims/{iccid}',
      {
        parameters: [
          { name: 'iccid', in: 'path', required: true, schema: { type: 'string' }, example: '8949020000112345678' },
        ],
      },
      { url: '/sims/8949020000112345678' },
    ],
  ];

test('what a description names is sent as it says, and what can not be sent is said', async ({ page }) => {
  await signIn(page, 'Mateo Rossi');
  const title = `Forms ${newName()}`;
  const method = (operation: object) => ('requestBody' in operation ? 'post' : 'get');
  const unsent = { parameters: [{ name: 'session', in: 'cookie', schema: { type: 'string' } }] };
  const paths = Object.fromEntries(
    [...table.map(([, path, operation]) => [path, operation] as const), ['/cookie', unsent] as const].map(
      ([path, operation]) => [
        path,
        { [method(operation)]: { ...operation, responses: { 200: { description: 'Done' } } } },
      ],
    ),
  );
  const apiId = await publish(page, JSON.stringify({ openapi: '3.0.3', info: { title, version: '1' }, paths }));
  const deployment = await deployToTest(page, apiId);
  const { email } = await call<{ email: string }>(page, 'GET', '/auth/session');
  const { organizationId } = await call<{ organizationId: number }>(
    page,
    'GET',
    `/api/user?email=${encodeURIComponent(email)}`,
  );
  const key = await call<Parameters<typeof ended>[1]>(page, 'POST', '/api/kong/add-consumer', {
    json: { deploymentId: deployment.id, apiModelId: apiId, organizationId, nickname: 'Forms' },
  });
  expect(await ended(page, key)).toBe('completed');
  await page.goto(`${portalUrl()}/wall/all?name=${encodeURIComponent(title)}&dock=trial:${apiId}`);
  const dock = page.getByRole('complementary', { name: 'Details' });
  const choose = async (path: string) => {
    await dock.getByRole('button', { name: /^Operation: / }).click();
    await page.getByPlaceholder('Find by path or summary').fill(path);
    await page.getByRole('option').first().click();
  };
  for (const [what, path, , expected, fill] of table)
    await test.step(what, async () => {
      await choose(path);
      await fill?.(dock, page);
      const answering = page.waitForResponse(/\/api\/consumer\/\d+\/call$/);
      await dock.getByRole('button', { name: 'Call TEST' }).click();
      const answer = (await (await answering).json()) as { status: number; body: string };
      expect(answer.status).toBe(200);
      const { headers, body, url } = JSON.parse(answer.body) as Echo;
      const got: Readonly<Record<string, string | undefined>> = { type: headers['content-type'], body, url };
      for (const [part, value] of Object.entries(expected))
        if (value instanceof RegExp) expect(got[part]).toMatch(value);
        else expect(got[part]).toBe(value);
    });
  await choose('/cookie');
  await expect(dock.getByText('session: cookies are never sent')).toBeVisible();
});
