import { expect, type Page, test } from '@playwright/test';
import { call, shown } from './pages/call.ts';
import { newName } from './pages/demo.ts';
import { signIn } from './pages/sign-in.ts';
import { portalUrl } from './pages/stack.ts';

const name = newName();
const fullName = `Nadia Of ${name}`;
const address = `nadia-${name}@portico.example`;

let ada: Page;
let elias: Page;
test.beforeAll(async ({ browser }) => {
  const open = async () => await (await browser.newContext()).newPage();
  [ada, elias] = await Promise.all([open(), open()]);
  await signIn(ada, 'Ada Lindqvist');
  await signIn(elias, 'Elias Brandt');
});
test.afterAll(async () => {
  for (const page of [ada, elias]) await page.context().close();
});

const ruleOf = (page: Page) => page.getByRole('switch', { name: 'Administrators and erasing' });
const approve = async (page: Page, url: string) => {
  await page.goto(url);
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Approved and requested')).toBeVisible();
};
const standingOf = async (userId: number) =>
  (await call<{ standing: string; roles: string[] }>(ada, 'GET', `/api/userById?id=${userId}`)).standing;

/** The rule is for the whole portal, and other specs erase people. */
test('two people make an administrator, and erase somebody', { tag: '@alone' }, async () => {
  const { users } = await call<{ users: { id: number }[] }>(ada, 'GET', '/api/users?name=Lindqvist');
  const own = await call<{ organizationId: number }>(ada, 'GET', `/api/userById?id=${users[0]?.id}`);
  const person = { firstname: 'Nadia', lastname: `Of ${name}`, email: address, organizationId: own.organizationId };
  type Added = { userId: number; position: string };
  const { userId, position } = await call<Added>(ada, 'POST', '/api/user/edit-user', { json: { id: 0, ...person } });
  await shown(ada, position);

  await test.step('the rule is switched on', async () => {
    await ada.goto(`${portalUrl()}/approvals`);
    await ruleOf(ada).click();
    await expect(ruleOf(ada)).toBeChecked();
  });

  await test.step('the role is asked for, as the box says before', async () => {
    await ada.goto(`${portalUrl()}/users?name=${name}`);
    await ada.getByRole('button', { name: fullName, exact: true }).click();
    const dock = ada.getByRole('complementary', { name: 'Details' });
    await expect(dock.getByText('A second portal administrator has to approve this role.')).toHaveCount(0);
    await dock.getByRole('checkbox', { name: 'Portal admin' }).check();
    await expect(dock.getByText('A second portal administrator has to approve this role.')).toBeVisible();
    await dock.getByRole('button', { name: 'Save roles' }).click();
    await ada.waitForURL(/\/approvals\/\d+/);
    await expect(ada.getByRole('heading', { level: 1 })).toHaveText(`Portal administrator’s role for ${fullName}`);
    await expect(ada.getByText('You asked for this. Another person has to approve it.')).toBeVisible();
    await expect(ada.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  });

  const happens = (page: Page) => page.getByRole('region', { name: 'What will happen' });
  await test.step('another administrator finds it in the inbox, sees the same, and approves', async () => {
    await elias.goto(`${portalUrl()}/inbox?kind=approval&search=${name}`);
    await elias.getByRole('button', { name: `Decide: Change that needs a second person, ${fullName}` }).click();
    await expect(happens(elias)).toContainText(address);
    expect(await happens(elias).textContent()).toBe(await happens(ada).textContent());
    await elias.getByLabel('Note').fill('As agreed');
    await elias.getByRole('button', { name: 'Approve' }).click();
    await expect(elias.getByText('Approved and requested')).toBeVisible();
  });

  await test.step('the record says who asked and who approved', async () => {
    await ada.goto(`${portalUrl()}/role-change-list?search=${name}`);
    const row = ada.getByRole('row').filter({ hasText: address });
    await expect(row).toContainText('approved by Elias Brandt');
    await expect(row).toContainText('Ada Lindqvist');
    await ada.goto(`${portalUrl()}/notices`);
    await expect(
      ada.getByRole('listitem').filter({ hasText: 'Your change about people was approved' }).first(),
    ).toContainText('As agreed');
  });

  await test.step('a person is erased once both have said so', async () => {
    const removed = await call<{ position: string }>(ada, 'DELETE', `/api/user?id=${userId}`);
    await shown(ada, removed.position);
    await ada.goto(`${portalUrl()}/users?name=${name}&standing=deleted`);
    await ada.getByRole('button', { name: `Actions for ${fullName}` }).click();
    await ada.getByRole('menuitem', { name: 'Erase personal data' }).click();
    const question = ada.getByRole('alertdialog');
    await expect(question).toContainText('A second portal administrator has to approve this. Nothing happens before.');
    await question.getByRole('textbox').fill('confirm');
    await question.getByRole('button', { name: 'Erase personal data' }).click();
    await ada.waitForURL(/\/approvals\/\d+/);
    await expect(ada.getByRole('heading', { level: 1 })).toHaveText(`Erase ${fullName}`);
    expect(await standingOf(userId)).toBe('deleted');
    await approve(elias, ada.url());
    await expect.poll(() => standingOf(userId)).toBe('erased');
    await elias.reload();
    await expect(elias.getByRole('heading', { level: 1 })).toHaveText('Erase [erased]');
  });

  await test.step('the rule ends with the approval of the other one', async () => {
    await ada.goto(`${portalUrl()}/approvals`);
    await ruleOf(ada).click();
    await ada.waitForURL(/\/approvals\/\d+/);
    await approve(elias, ada.url());
    await ada.goto(`${portalUrl()}/approvals`);
    await expect(ruleOf(ada)).not.toBeChecked();
  });
});
