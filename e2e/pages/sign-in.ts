import type { Page } from '@playwright/test';
import { portalUrl } from '../stack.ts';

/** Signs in through the identity provider as a person of the demo, from the about page. */
export const signIn = async (page: Page, name: string): Promise<void> => {
  await page.goto(`${portalUrl()}/about`);
  await page
    .getByRole('banner')
    .getByRole('link', { name: 'Log in' })
    .or(page.getByRole('banner').getByRole('button', { name: 'Log in' }))
    .click();
  await page.getByRole('button', { name }).click();
  await page.waitForURL(/\/wall/);
};

export const signOut = async (page: Page, initials: RegExp): Promise<void> => {
  await page.getByRole('banner').getByRole('button', { name: initials }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.waitForURL(/\/(about|logout)/);
};
