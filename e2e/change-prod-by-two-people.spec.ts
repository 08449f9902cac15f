import { expect, type Page, test } from '@playwright/test';
import { call } from './pages/call.ts';
import { newName, publish } from './pages/demo.ts';
import { failedDeployment } from './pages/deploy.ts';
import { signIn } from './pages/sign-in.ts';
import { echoUrl, portalUrl } from './pages/stack.ts';

/** Nobody else of these specs deploys to PROD. */

const name = newName();
const spec = `openapi: 3.0.3\ninfo:\n  title: Two ${name}\n  version: 1.0.0\npaths:\n  /orders:\n    get:\n      responses: { '200': { description: All orders } }\n`;

let ada: Page;
let elias: Page;
let kenji: Page;
test.beforeAll(async ({ browser }) => {
  ada = await (await browser.newContext()).newPage();
  elias = await (await browser.newContext()).newPage();
  await signIn(ada, 'Ada Lindqvist');
  await signIn(elias, 'Elias Brandt');
  kenji = await (await browser.newContext()).newPage();
  await signIn(kenji, 'Kenji Sato', '/desk');
});
test.afterAll(async () => {
  await ada.context().close();
  await elias.context().close();
  await kenji.context().close();
});

test('one person asks for a deployment to PROD, another one sees the same difference and approves it', async () => {
  const api = await publish(ada, spec);
  const failing = `failed-${name}`;
  await test.step('a deployment fails: another service has its name', async () => {
    const mend = await failedDeployment(ada, failing, async () => {
      await ada.goto(`${portalUrl()}/api-deploy/${api}/Two/PROD`);
      await ada.getByLabel('Service name').fill(failing);
      await ada.getByLabel('Route name').fill(failing);
      await ada.getByLabel('Target URL').fill(echoUrl());
      await ada.getByRole('button', { name: 'Deploy to PROD' }).click();
    });
    await mend();
  });

  await test.step('the rule is switched on', async () => {
    await ada.goto(`${portalUrl()}/approvals`);
    await ada.getByRole('switch', { name: 'PROD' }).click();
    await expect(ada.getByRole('switch', { name: 'PROD' })).toBeChecked();
  });

  await test.step('a deployment is asked for, not made', async () => {
    await ada.goto(`${portalUrl()}/api-deploy/${api}/Two/PROD`);
    await expect(ada.getByRole('radio', { name: 'PROD' })).toBeChecked();
    await ada.getByLabel('Service name').fill(`Two ${name}`);
    await ada.getByLabel('Route name').fill(name);
    await ada.getByLabel('Target URL').fill(echoUrl());
    await expect(ada.getByText('Nothing changes before a second person has approved it.')).toBeVisible();
    await ada.getByRole('button', { name: 'Ask a second person for PROD' }).click();
    await ada.waitForURL(/\/approvals\/\d+$/);
    await expect(ada.getByRole('heading', { name: `New deployment /${name} in PROD` })).toBeVisible();
    await expect(ada.getByRole('button', { name: 'Approve' })).toHaveCount(0);
    await expect(ada.getByText('You asked for this. Another person has to approve it.')).toBeVisible();
    expect((await call<unknown[]>(ada, 'GET', `/api/api-info/${api}`)).length).toBe(1);
  });

  await test.step('another administrator finds it in the inbox, sees the same, and approves', async () => {
    const difference = (page: Page) => page.getByRole('region', { name: 'What changes at the gateway' });
    await elias.goto(`${portalUrl()}/inbox?kind=approval&search=${name}`);
    await elias.getByRole('button', { name: `Decide: Change that needs a second person, Two ${name}` }).click();
    await expect(difference(elias)).toContainText('Service');
    expect(await difference(elias).textContent()).toBe(await difference(ada).textContent());
    await elias.getByLabel('Note').fill('As agreed');
    await elias.getByRole('button', { name: 'Approve' }).click();
    await expect(elias.getByText('Approved and requested')).toBeVisible();
  });

  await test.step('it is made in the name of whoever asked, who is told', async () => {
    const stateOf = async () =>
      (await call<{ state: string }[]>(ada, 'GET', `/api/api-info/${api}`)).map(({ state }) => state).join();
    await expect.poll(stateOf, { timeout: 60_000 }).toBe('failed,deployed');
    await ada.reload();
    await ada.getByRole('button', { name: 'Open the operation' }).click();
    await expect(ada.getByRole('complementary', { name: 'Details' })).toContainText('Ada Lindqvist');
    await ada.goto(`${portalUrl()}/notices`);
    await expect(
      ada.getByRole('listitem').filter({ hasText: 'Your change in PROD was approved' }).first(),
    ).toContainText('As agreed');
  });

  await test.step('support asks for a replay with its dry run, and an administrator approves it', async () => {
    await kenji.goto(`${portalUrl()}/operations?name=${failing}`);
    await kenji
      .getByRole('button', { name: new RegExp(failing) })
      .first()
      .click();
    await kenji.getByRole('complementary', { name: 'Details' }).getByRole('button', { name: 'Replay' }).click();
    const dialog = kenji.getByRole('dialog');
    await expect(dialog.getByText('Nothing changes before a second person has approved it.')).toBeVisible();
    await dialog.getByLabel('Reason').fill('The name is free now');
    await dialog.getByRole('button', { name: 'Ask a second person for PROD' }).click();
    await kenji.waitForURL(/\/approvals\/\d+$/);
    await expect(kenji.getByRole('heading', { name: 'Replay of 1 operation in PROD' })).toBeVisible();
    await expect(kenji.getByText('You asked for this. Another person has to approve it.')).toBeVisible();
    await expect(kenji.getByText('shown to those who may open the deployments')).toBeVisible();
    await elias.goto(kenji.url());
    await expect(elias.getByRole('region', { name: 'What changes at the gateway' })).toContainText(failing);
    await elias.getByRole('button', { name: 'Approve' }).click();
    await expect(elias.getByText('Approved and requested')).toBeVisible();
    const stateOf = async () =>
      (await call<{ state: string }[]>(ada, 'GET', `/api/api-info/${api}`)).map(({ state }) => state).join();
    await expect.poll(stateOf, { timeout: 60_000 }).toBe('deployed,deployed');
  });

  await test.step('ending the rule needs another administrator, too', async () => {
    await ada.goto(`${portalUrl()}/approvals`);
    await ada.getByRole('switch', { name: 'PROD' }).click();
    await ada.waitForURL(/\/approvals\/\d+$/);
    await elias.goto(ada.url());
    await elias.getByRole('button', { name: 'Approve' }).click();
    await expect(elias.getByText('Approved and requested')).toBeVisible();
  });
});
