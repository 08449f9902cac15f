import { expect, test } from '@playwright/test';
import { signIn } from './pages/sign-in.ts';

test('confirm who may still call us: an auditor starts a review, a company decides its part, the report says so', async ({
  browser,
  page,
}) => {
  await signIn(page, 'Sofia Marin', '/review-rounds?state=open');
  // An earlier try may have left one open.
  const open = page.getByRole('link', { name: /^Review of / }).first();
  await expect(open.or(page.getByText('0 reviews'))).toBeVisible();
  if (await open.isVisible()) await open.click();
  else {
    await page.getByRole('button', { name: 'Start a review' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start a review' }).click();
  }
  await expect(page.getByRole('heading', { name: /^Review of / })).toBeVisible();

  const company = await (await browser.newContext()).newPage();
  await signIn(company, 'Grace Okafor', '/inbox?kind=review');
  await company.getByRole('button', { name: /^Decide: Access review/ }).click();
  await expect(company.getByText(/lines? waits? for you/)).toBeVisible();
  await company
    .getByRole('checkbox', { name: /^Select .* of / })
    .first()
    .check();
  await company.getByRole('button', { name: 'Keep', exact: true }).click();
  await company.getByRole('textbox', { name: /Reason/ }).fill('Still in use this quarter');
  await company.getByRole('button', { name: 'Keep 1 line' }).click();
  await expect(company.getByText('1 line is kept')).toBeVisible();

  await page.goto(`${page.url()}?state=kept`);
  await expect(page.getByText(/Still in use this quarter/).first()).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the report' }).click();
  expect((await download).suggestedFilename()).toMatch(/^review-\d+\.zip$/);
  await page.getByRole('button', { name: 'Close the review' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close the review' }).click();
  await expect(page.getByText('The review is closed').first()).toBeVisible();
});
