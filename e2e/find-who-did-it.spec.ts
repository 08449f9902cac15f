import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { call } from './pages/call.ts';
import { ended, newName, publish } from './pages/demo.ts';
import { signIn } from './pages/sign-in.ts';
import { portalUrl } from './pages/stack.ts';

test('find who did it: from a word to the entry, why it was allowed, and a file of the answer', async ({
  browser,
  page,
}) => {
  const name = `Pier ${newName()}`;
  await signIn(page, 'Ada Lindqvist', '/business-areas');
  await call(page, 'POST', '/api/business-area', { json: { id: 0, name, description: 'Moorings' } });

  const reviewer = await (await browser.newContext()).newPage();
  await signIn(reviewer, 'Sofia Marin', '/audit');
  await reviewer.getByRole('searchbox', { name: /^Search by name/ }).fill(name);
  await expect(reviewer.getByText('1 entry', { exact: true })).toBeVisible();
  const row = reviewer.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('Ada Lindqvist');
  await expect(row).toContainText('Added');
  await row.getByRole('button').click();
  const dock = reviewer.getByRole('complementary', { name: 'Details' });
  await expect(dock.getByText('business-area.save')).toBeVisible();
  await expect(dock.getByText('Portal admin')).toBeVisible();

  await dock.getByRole('button', { name: 'Close' }).click();

  const download = reviewer.waitForEvent('download');
  await reviewer.getByRole('link', { name: 'Export as JSON lines' }).click();
  expect((await download).suggestedFilename()).toBe('audit.zip');
  const files = unzipSync(readFileSync(await (await download).path()));
  const [line = '', ...others] = strFromU8(files['audit-1.jsonl'] ?? new Uint8Array())
    .trim()
    .split('\n');
  expect(others).toEqual([]);
  expect(JSON.parse(line)).toMatchObject({ type: 'BusinessAreaAdded', name, rule: 'business-area.save' });

  // The address is a link to the answer.
  await page.goto(reviewer.url());
  await expect(page.getByText('1 entry', { exact: true })).toBeVisible();
});

test('find who did it: deleted an API, changed a role, was refused, each by the list that is one click away', async ({
  browser,
  page: ada,
}) => {
  const name = newName();
  await signIn(ada, 'Ada Lindqvist');
  const spec = { openapi: '3.1.0', info: { title: `Buoys ${name}`, version: '1.0.0' }, paths: {} };
  const apiId = await publish(ada, JSON.stringify(spec));
  const removal = await call<Parameters<typeof ended>[1]>(ada, 'DELETE', `/api/swaggers/${apiId}`);
  expect(await ended(ada, removal)).toBe('completed');
  const organizations = await call<readonly { id: number; name: string }[]>(ada, 'GET', '/api/all-organizations');
  const organizationId = organizations.find((one) => one.name === 'Harbour Freight')?.id;
  const person = { firstname: 'Kay', lastname: name, email: `kay-${name}@harbour-freight.example`, organizationId };
  const { id } = await call<{ id: number }>(ada, 'POST', '/api/user/edit-user', { json: person });
  await call(ada, 'POST', '/api/user', { json: { id, roles: ['ROLE_AUDITOR'] } });
  await expect(call(ada, 'DELETE', '/api/business-area/999999999')).rejects.toThrow('404');

  const sofia = await (await browser.newContext()).newPage();
  await signIn(sofia, 'Sofia Marin', '/audit');
  for (const [view, act, what, who] of [
    // The request for it is Ada's.
    ['Deleted APIs', 'Deleted', `Buoys ${name}`, 'Portico'],
    ['Changed roles', 'Roles changed', `Kay ${name}`, 'Ada Lindqvist'],
    ['Refused commands', 'Refused', 'DELETE /api/business-area/{id}', 'Ada Lindqvist'],
  ] as const) {
    const rows = sofia.getByRole('row').filter({ has: sofia.getByRole('cell') });
    // A refusal is told within the minute.
    await expect(async () => {
      await sofia.goto(`${portalUrl()}/audit`);
      await sofia.getByRole('navigation').getByRole('link', { name: view }).click();
      const row = rows.filter({ hasText: what }).filter({ hasText: who }).first();
      await expect(row).toBeVisible({ timeout: 5_000 });
    }, view).toPass({ timeout: 90_000 });
    expect(await rows.filter({ hasNotText: act }).count(), view).toBe(0);
  }
  // Secrets that somebody viewed: whoever it was, nothing else is in the list.
  await sofia.getByRole('navigation').getByRole('link', { name: 'Viewed secrets' }).click();
  await expect(sofia).toHaveURL(/act=viewed/);
  await expect(sofia.getByRole('row').filter({ hasText: 'Refused' })).toHaveCount(0);
  await sofia.context().close();
});
