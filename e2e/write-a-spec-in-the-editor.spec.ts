import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { call } from './pages/call.ts';
import { newName, publish, saveVersion } from './pages/demo.ts';
import { chooseCheckout, openEditor, preview, problems, saveInEditor, text, typeAfter } from './pages/editor.ts';
import { signIn } from './pages/sign-in.ts';
import { portalUrl } from './pages/stack.ts';

// It is the last file: side by side, so that no worker has all of it when the other one has ended.
test.describe.configure({ mode: 'parallel' });

/** Makes a comment of the line that says a property. */
const leaveOut = async (page: Page, property: string): Promise<void> => {
  await text(page).getByText(property, { exact: true }).click();
  await page.keyboard.press('Home');
  await page.keyboard.type('# ');
};

const openSample = async (page: Page): Promise<void> => {
  await signIn(page, 'Mateo Rossi');
  await openEditor(page);
};

test('a maintainer writes a spec from the sample, sees what is wrong, saves it and finds it', async ({ page }) => {
  const name = `Shelves ${newName()}`;
  await openSample(page);
  await expect(problems(page)).toContainText('No problems');
  await expect(preview(page).getByRole('heading', { level: 1 })).toContainText('Bookshop');

  // What is wrong is marked at its line, and said.
  const mistake = ': wrong';
  await typeAfter(page, 'title: Bookshop', ` ${name}${mistake}`);
  await expect(problems(page)).toContainText('Line 3');
  await expect(page.locator('.cm-lint-marker-error')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText("can't be read");
  for (const _character of mistake) await page.keyboard.press('Backspace');
  await expect(problems(page)).toContainText('No problems');
  await expect(preview(page).getByRole('heading', { level: 1 })).toContainText(name);

  // The outline leads to a place; the preview shows what is written.
  await page.getByRole('navigation', { name: 'Outline' }).getByRole('button', { name: 'post /orders' }).click();
  await expect(text(page)).toBeFocused();
  await expect(text(page)).toContainText('placeOrder');

  // Without an application it can't be saved.
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveAttribute('aria-disabled', 'true');
  await chooseCheckout(page);
  await text(page).press('Control+Home');
  const saved = await saveInEditor(page, 1);
  await expect(saved.getByRole('link', { name: 'Deploy it' })).toBeVisible();
  await expect(saved.getByRole('link', { name: 'Go to the gallery' })).toBeVisible();
  await expect(saved.getByRole('button', { name: 'Continue editing' })).toBeVisible();
  await saved.getByRole('button', { name: 'Generate code' }).click();
  await page.getByRole('dialog', { name: 'Generate code' }).getByRole('button', { name: 'Close' }).first().click();
  await expect(page).toHaveURL(/\/tools\/editor\?id=\d+$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Bookshop');

  await page.goto(`${portalUrl()}/wall?name=${encodeURIComponent(name)}`);
  await expect(page.getByRole('article').first()).toContainText(name);
});

test('asks before unsaved text is lost', async ({ page }) => {
  await openSample(page);
  await typeAfter(page, 'title: Bookshop', ' Two');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });

  await page.getByRole('banner').getByRole('link', { name: 'Gallery' }).click();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(text(page)).toContainText('Bookshop Two');
  await expect(page).toHaveURL(/\/tools\/editor$/);

  await page.evaluate(() => history.back());
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(text(page)).toContainText('Bookshop Two');

  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Account of/ })
    .click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(text(page)).toContainText('Bookshop Two');

  const asked = page.waitForEvent('dialog');
  const closing = page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await closing;

  await page.getByRole('banner').getByRole('link', { name: 'Gallery' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My API Gallery' })).toBeVisible();
});

test('text that is typed during formatting stays', async ({ page }) => {
  await openSample(page);
  await typeAfter(page, 'title: Bookshop', ' Two');
  await page.getByRole('button', { name: 'Document' }).last().click();
  // In one turn: the thread that formats has been asked, and has not answered yet.
  await page.getByRole('menuitem', { name: 'Format as JSON' }).evaluate((item: HTMLElement) => {
    item.click();
    document.querySelector<HTMLElement>('.cm-content')?.focus();
    document.execCommand('insertText', false, ' and Three');
  });
  await expect(text(page)).toContainText('"title": "Bookshop Two and Three"');
});

test('unsaved text survives a reload, and is discarded by leaving on purpose', async ({ page }) => {
  await openSample(page);
  await typeAfter(page, 'title: Bookshop', ' Two');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole('button', { name: 'Continue with what you typed' }).click();
  await expect(text(page)).toContainText('Bookshop Two');
  await expect(page.getByText('Unsaved changes')).toBeVisible();

  await page.getByRole('banner').getByRole('link', { name: 'Gallery' }).click();
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click();
  await page.goto(`${portalUrl()}/tools/editor`);
  await expect(text(page)).toContainText('title: Bookshop');
  await expect(page.getByRole('button', { name: 'Continue with what you typed' })).toBeHidden();
});

test('a version that somebody else saved meanwhile leads to a question, and is not overwritten', async ({ page }) => {
  const specText = (words: string) => `openapi: 3.0.3\ninfo:\n  title: ${words}\n  version: 1.0.0\npaths: {}\n`;
  const name = `Shared ${newName()}`;
  await signIn(page, 'Ada Lindqvist');
  const apiId = await publish(page, specText(name));
  await page.goto(`${portalUrl()}/tools/editor?id=${apiId}`);
  await typeAfter(page, `title: ${name}`, ' mine');
  await saveVersion(page, apiId, specText(`${name} theirs`));

  const save = page.getByRole('button', { name: 'Save', exact: true });
  const question = page.getByRole('alertdialog', { name: 'Somebody else saved version 2 in the meantime' });
  await save.click();
  const theirs = page.waitForEvent('download');
  await question.getByRole('link', { name: 'Download theirs' }).click();
  expect(await readFile(await (await theirs).path(), 'utf8')).toContain(`${name} theirs`);
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(text(page)).toContainText(`${name} mine`);

  await save.click();
  await question.getByRole('button', { name: 'Save mine as the newest' }).click();
  await expect(page.getByRole('dialog', { name: 'Version 3 is saved' })).toBeVisible();
  const versions = await call<readonly { revision: number }[]>(page, 'GET', `/api/swagger/${apiId}/versions`);
  expect(versions.map(({ revision }) => revision)).toEqual([3, 2, 1]);

  // What was saved is what the next save comes after.
  await page.getByRole('dialog').getByRole('button', { name: 'Continue editing' }).click();
  await typeAfter(page, `title: ${name} mine`, ' again');
  await save.click();
  await expect(page.getByRole('dialog', { name: 'Version 4 is saved' })).toBeVisible();
});

/** A list of pets; what a pet has are its last lines. */
const petSpec = (title: string): string => `openapi: 3.0.3
info:
  title: ${title}
  version: 1.0.0
paths:
  /pets:
    get:
      responses:
        '200':
          description: Pets
          content:
            application/json:
              schema:
                $ref: '#/components/schemas/Pet'
components:
  schemas:
    Pet:
      type: object
      properties:
        name: { type: string }
        age: { type: integer }
        tag: { type: string }
`;

test('the changes of the text are compared with the version that somebody else saved meanwhile', async ({ page }) => {
  const changes = page.getByRole('region', { name: 'Compared with the version that is current' });
  await signIn(page, 'Ada Lindqvist');
  const spec = petSpec(`Pets ${newName()}`);
  const apiId = await publish(page, spec);
  await page.goto(`${portalUrl()}/tools/editor?id=${apiId}`);
  await leaveOut(page, 'age: { type: integer }');
  await expect(changes.getByText('1 change may break callers.')).toBeVisible();
  await saveVersion(page, apiId, spec.replace('        age: { type: integer }\n', ''));

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Somebody else saved version 2 in the meantime' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  // Theirs leaves it out already.
  await expect(changes.getByText('The two versions do not differ.')).toBeVisible();
});

test('the changes for callers are shown before the text is saved', async ({ page }) => {
  const changes = page.getByRole('region', { name: 'Compared with the version that is current' });
  const comparisons: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/compare')) comparisons.push(request.url());
  });
  await signIn(page, 'Ada Lindqvist');
  const apiId = await publish(page, petSpec(`Pets ${newName()}`));
  await page.goto(`${portalUrl()}/tools/editor?id=${apiId}`);
  await expect(problems(page)).toContainText(/\d problem|No problems/);
  // What nobody changed says what is saved: nothing is asked.
  await expect(changes).toBeHidden();
  expect(comparisons).toEqual([]);

  await leaveOut(page, 'age: { type: integer }');
  const first = changes.getByText('1 change may break callers.');
  await expect(first).toBeVisible();
  await expect(changes.getByRole('region', { name: 'Pet' })).toContainText(/Property removed age\s*May break/);
  await changes.getByRole('button', { expanded: true }).click();
  await expect(first).toBeHidden();
  await changes.getByRole('button', { expanded: false }).click();
  await expect(first).toBeVisible();

  await leaveOut(page, 'tag: { type: string }');
  await expect(changes.getByText('2 changes may break callers.')).toBeVisible();
  // What can't be read can't be compared: what was said is of an older text.
  const old = changes.locator('[aria-busy=true]');
  await typeAfter(page, 'name: { type: string }', ']');
  await expect(old).toContainText('2 changes may break callers.');
  await page.keyboard.press('Backspace');
  await expect(old).toBeHidden();
  await expect(changes.getByText('2 changes may break callers.')).toBeVisible();

  // Nothing of it keeps anybody from saving.
  const saved = await saveInEditor(page, 2);
  await saved.getByRole('button', { name: 'Continue editing' }).click();
  await expect(changes).toBeHidden();
  await typeAfter(page, 'version: 1.0.0', '.1');
  await expect(changes.getByText('The two versions do not differ.')).toBeVisible();
});

/** As large as the largest public description that we know of: 13 MB, 1,100 operations. */
const largeSpec = (title: string): string => {
  const words = 'What this call does, in many words. '.repeat(320);
  const paths = Array.from(
    { length: 1100 },
    (_, index) =>
      `  /things/${index}:\n    get:\n      operationId: thing${index}\n      summary: Thing ${index}\n      description: ${words}\n      responses:\n        '200': { description: The thing. }\n`,
  );
  return `openapi: 3.0.3\ninfo:\n  title: ${title}\n  version: 1.0.0\npaths:\n${paths.join('')}`;
};

test('a description of 13 MB is opened, searched, edited and saved', async ({ page }) => {
  test.setTimeout(240_000);
  const name = `Large ${newName()}`;
  await signIn(page, 'Ada Lindqvist');
  const specText = largeSpec(name);
  expect(specText.length).toBeGreaterThan(12_500_000);
  const apiId = await publish(page, specText);
  await page.goto(`${portalUrl()}/tools/editor?id=${apiId}`);
  await expect(text(page)).toContainText(name, { timeout: 60_000 });

  const outline = page.getByRole('navigation', { name: 'Outline' });
  await outline.getByRole('searchbox').fill('/things/1098');
  await outline.getByRole('button', { name: 'get /things/1098' }).click({ timeout: 60_000 });
  await expect(text(page)).toContainText('operationId: thing1098');
  // Only the operation that is being written is drawn.
  await expect(preview(page).getByRole('heading', { name: 'Thing 1098' })).toBeVisible({ timeout: 60_000 });

  await typeAfter(page, 'summary: Thing 1098', ' was written here');
  await expect(text(page)).toContainText('summary: Thing 1098 was written here');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('dialog', { name: 'Version 2 is saved' })).toBeVisible({ timeout: 60_000 });
  const saved = await page.evaluate(
    async (address) => (await fetch(address)).text(),
    `/api/swagger/${apiId}/versions/2?type=yaml`,
  );
  expect(saved.replace(' was written here', '')).toBe(specText);
});
