import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { portalUrl } from './stack.ts';

export const text = (page: Page): Locator => page.getByRole('textbox', { name: 'Text of the description' });
export const problems = (page: Page): Locator => page.getByRole('region', { name: 'Problems' });
export const preview = (page: Page): FrameLocator => page.frameLocator('iframe[title=Preview]');

/** Types at the end of the line that holds some words. */
export const typeAfter = async (page: Page, words: string, typed: string): Promise<void> => {
  await text(page).getByText(words, { exact: true }).click();
  await page.keyboard.press('End');
  await page.keyboard.type(typed);
};

/** Opens the editor with its sample, as somebody who is signed in. */
export const openEditor = async (page: Page): Promise<void> => {
  await page.goto(`${portalUrl()}/tools`);
  await page.getByRole('link', { name: 'API Spec Editor' }).click();
  await expect(text(page)).toContainText('title: Bookshop');
};

/** Chooses the application Checkout for a new API. */
export const chooseCheckout = async (page: Page): Promise<void> => {
  await page.getByRole('combobox', { name: 'Application of the new API' }).click();
  await page.getByRole('option', { name: 'Checkout' }).click();
};

/** Saves with the button. Returns the dialog that follows. */
export const saveInEditor = async (page: Page, version: number): Promise<Locator> => {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  return page.getByRole('dialog', { name: `Version ${version} is saved` });
};
