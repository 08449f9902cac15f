import { expect, type Page } from '@playwright/test';

type Body = { json?: object; form?: Readonly<Record<string, string>> };

/**
 * Calls the portal's API from inside a page, with its session, as the web app would.
 *
 * @returns the JSON of the answer; undefined when there is none.
 * @throws Error with status and body when the answer is not a success.
 */
export const call = async <Result>(
  page: Page,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  { json, form }: Body = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Result> =>
  (await page.evaluate(
    async (request) => {
      const data = new FormData();
      for (const [name, value] of Object.entries(request.form ?? {})) data.set(name, value);
      const body = request.json ? JSON.stringify(request.json) : request.form && data;
      const response = await fetch(request.path, {
        method: request.method,
        headers: {
          'x-portico': '1',
          ...(request.json && { 'content-type': 'application/json' }),
          ...request.headers,
        },
        ...(body && { body }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${request.method} ${request.path}: ${response.status} ${text}`);
      return text ? JSON.parse(text) : undefined;
    },
    { method, path, json, form, headers },
  )) as Result;

/** Waits until pages that are asked for from now on show what was done up to a command's position. */
export const shown = async (page: Page, position: string): Promise<void> => {
  // One question waits two seconds for the read tables, and says so when they are not there yet.
  const isStale = () =>
    page.evaluate(async (at) => {
      const response = await fetch('/api/user/settings', { headers: { 'x-min-position': at } });
      return !response.ok || response.headers.has('x-stale');
    }, position);
  await expect.poll(isStale).toBe(false);
};
