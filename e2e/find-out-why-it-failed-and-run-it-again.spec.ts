import { expect, type Page, test } from '@playwright/test';
import { dock, failedDeployment, ownApi, requestDeployment, statusWithoutKey } from './pages/deploy.ts';
import { pressAt, tabTo } from './pages/keyboard.ts';
import { signIn } from './pages/sign-in.ts';
import { portalUrl } from './pages/stack.ts';

/** What the desk says where another service has the name: Portico never touches what is not its own. */
const nameIsTaken = 'The gateway has this name already';

/** Support opens the cause from the desk. */
const openCause = async (support: Page) => {
  await signIn(support, 'Kenji Sato');
  await support.goto(`${portalUrl()}/desk?state=failed`);
  await support.getByRole('row').getByRole('button', { name: nameIsTaken }).first().click();
};

test('find out why it failed and run it again: from the desk to the deployment that works, by keyboard alone', async ({
  page,
  browser,
}) => {
  const { name, slug } = await ownApi(page);
  const mend = await failedDeployment(page, `${name.replace(' ', '-')}-dev`, () => requestDeployment(page));
  await mend();

  const support = await browser.newPage();
  await signIn(support, 'Kenji Sato');
  await support.goto(`${portalUrl()}/desk?state=failed`);
  await test.step('opens the cause, and of what has it the operation with its timeline', async () => {
    await pressAt(support, support.getByRole('row').getByRole('button', { name: nameIsTaken }).first());
    await expect(dock(support).getByRole('heading', { level: 2 })).toBeFocused();
    await pressAt(support, dock(support).getByRole('button', { name: new RegExp(`${slug}-dev`) }));
    await expect(dock(support).getByText('Attempt 1').first()).toBeVisible();
    await expect(dock(support).getByText('Requested by Mateo Rossi')).toBeVisible();
  });
  await test.step('reads in the dry run what it would change now, and replays it with a reason', async () => {
    await pressAt(support, dock(support).getByRole('button', { name: 'Replay' }));
    const dialog = support.getByRole('dialog');
    // The service's name is free. What exactly it would make is for those who may open the deployment.
    await expect(dialog.getByRole('region', { name: 'What it would change now' })).toContainText(
      'It would change the gateway.',
    );
    await tabTo(support, dialog.getByLabel('Reason'));
    await support.keyboard.type('The name is free now');
    await pressAt(support, dialog.getByRole('button', { name: 'Replay' }));
    await expect(dialog).toBeHidden();
    await expect(dock(support).locator(':focus')).toHaveCount(1);
  });
  await test.step('it is completed, and the deployment works', async () => {
    // The last stage is named from the beginning. The calls show that the deployment works.
    await expect.poll(() => statusWithoutKey(slug), { timeout: 30_000 }).toBe(401);
    await expect(dock(support).getByText('Completed').first()).toBeVisible();
  });
  await support.close();
});

test('whoever may deploy changes the form of a deployment that failed and sends it again', async ({
  page,
  browser,
}) => {
  const { name, slug } = await ownApi(page);
  const mend = await failedDeployment(page, `${name.replace(' ', '-')}-dev`, () => requestDeployment(page));

  const support = await browser.newPage();
  await openCause(support);
  await dock(support)
    .getByRole('button', { name: new RegExp(`${slug}-dev`) })
    .click();
  // Support does not deploy, and reads who may.
  await expect(dock(support).getByText('Attempt 1').first()).toBeVisible();
  await dock(support).getByRole('button', { name: "Why can't I?" }).click();
  await expect(support.getByRole('dialog').getByText('Mateo Rossi').first()).toBeVisible();
  await support.keyboard.press('Escape');
  const [, failed = ''] = /operation:([0-9a-f-]{36})/.exec(decodeURIComponent(support.url())) ?? [];

  await page.goto(`${portalUrl()}/wall?dock=operation:${failed}`);
  await dock(page).getByRole('link', { name: 'Change the form and send it again' }).click();
  await expect(page.getByText('This form has what the failed operation asked for.')).toBeVisible();
  await expect(page.getByLabel('Service name')).toHaveValue(name);
  await page.getByLabel('Service name').fill(`${name} mended`);
  await page.getByRole('button', { name: 'Deploy to DEV' }).click();
  await expect.poll(() => statusWithoutKey(slug), { timeout: 30_000 }).toBe(401);

  await support.reload();
  await dock(support)
    .getByRole('button', { name: /^Answered by operation/ })
    .click();
  await expect(dock(support).getByText('Completed').first()).toBeVisible();
  await dock(support)
    .getByRole('button', { name: /^Answers operation/ })
    .click();
  await expect(dock(support).getByText('Answered by operation').first()).toBeVisible();
  await support.close();
  await mend();
});

test('a deployment that failed is handed over, muted and cancelled by support, and whoever asked for it reads why', async ({
  page,
  browser,
}) => {
  const { name, slug } = await ownApi(page);
  const mend = await failedDeployment(page, `${name.replace(' ', '-')}-dev`, () => requestDeployment(page));
  await mend();

  const support = await browser.newPage();
  await openCause(support);
  await dock(support).getByRole('button', { name: 'Hand over' }).click();
  const handOver = support.getByRole('dialog', { name: 'Hand over' });
  await handOver.getByRole('combobox', { name: 'To' }).click();
  await support.getByRole('option', { name: 'Kenji Sato' }).click();
  await handOver.getByLabel('Note').fill('I ask the other team');
  await handOver.getByRole('button', { name: 'Hand over' }).click();
  await expect(dock(support).getByText('I ask the other team')).toBeVisible();
  await dock(support).getByRole('button', { name: 'Mute' }).click();
  const mute = support.getByRole('dialog', { name: 'Mute this cause' });
  await mute.getByLabel('Reason').fill('The other team renames theirs');
  await mute.getByRole('button', { name: 'Mute' }).click();
  await expect(dock(support).getByText(/^Muted until .* by Kenji Sato: The other team renames theirs/)).toBeVisible();
  await dock(support).getByRole('button', { name: 'Show it again' }).click();
  await dock(support).getByRole('button', { name: 'Give it back' }).click();
  await expect(dock(support).getByText('Nobody', { exact: true })).toBeVisible();
  await dock(support)
    .getByRole('button', { name: new RegExp(`${slug}-dev`) })
    .click();
  await dock(support).getByRole('button', { name: 'Cancel it' }).click();
  const dialog = support.getByRole('dialog', { name: 'Cancel this operation' });
  await expect(dialog.getByRole('region', { name: 'What it would change now' })).toContainText(
    'Nothing of it is in force',
  );
  await dialog.getByLabel('Reason').fill('The name stays with the other team');
  await dialog.getByRole('button', { name: 'Cancel operation' }).click();
  await expect(dock(support).getByText('Cancelled by Kenji Sato').first()).toBeVisible({ timeout: 20_000 });
  await expect(dock(support).getByRole('button', { name: 'Replay' })).toBeHidden();
  await support.close();

  await page.goto(`${portalUrl()}/notices`);
  await page
    .getByText(/^Cancelled by support: .*dev/)
    .first()
    .click();
  await expect(dock(page).getByText('The name stays with the other team')).toBeVisible();
  expect(statusWithoutKey(slug)).toBe(404);
});
