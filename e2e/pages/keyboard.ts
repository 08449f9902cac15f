import { expect, type Locator, type Page } from '@playwright/test';
import { settled } from './inspection.ts';

/** Whether something in sight has the focus and shows it: by an outline or a shadow, its own or that of what it fills. */
const focusShows = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return false;
    const shows = ['', '::after'].some((part) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element, part || null);
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
    });
    const { width, height, bottom, top } = element.getBoundingClientRect();
    const isInSight = width > 0 && height > 0 && bottom > 0 && top < innerHeight;
    return isInSight && shows;
  });

/** Presses Tab until something has the focus. Every stop on the way must show that it has it. */
export const tabTo = async (page: Page, target: Locator, key = 'Tab'): Promise<void> => {
  await target.waitFor();
  for (let stops = 0; stops < 80; stops += 1) {
    await page.keyboard.press(key);
    // Where it is, is asked only where it does not show at once: at each stop that took half of the time.
    if (!(await focusShows(page))) {
      const where = await page.locator(':focus').first().ariaSnapshot();
      await expect.poll(() => focusShows(page), `the focus shows at ${where}`).toBe(true);
    }
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab does not reach ${target}`);
};

/** Goes to something by Tab and presses a key there. Default: Enter. */
export const pressAt = async (page: Page, target: Locator, key = 'Enter'): Promise<void> => {
  await tabTo(page, target);
  await page.keyboard.press(key);
};

/** Opens a dialog by keyboard. It has the focus and keeps it; Escape closes it and gives the focus back. Opens it again. */
export const openTwice = async (
  page: Page,
  opener: Locator,
  dialog: Locator,
  open: () => Promise<void>,
): Promise<void> => {
  await tabTo(page, opener);
  await open();
  await expect(dialog.locator(':focus')).toHaveCount(1);
  for (const key of ['Shift+Tab', 'Tab']) {
    await page.keyboard.press(key);
    await expect(dialog.locator(':focus')).toHaveCount(1);
  }
  // A form that is loaded with the dialog is there, and the dialog hears keys.
  await settled(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await open();
  await expect(dialog.locator(':focus')).toHaveCount(1);
};
