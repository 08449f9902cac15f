import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { call } from './pages/call.ts';
import { newName } from './pages/demo.ts';
import { signIn } from './pages/sign-in.ts';
import { portalUrl } from './pages/stack.ts';

const sumOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('prove that nothing was changed: verify the record now, and take an answer along that can be checked', async ({
  browser,
  page,
}) => {
  const name = `Beacon ${newName()}`;
  await signIn(page, 'Ada Lindqvist', '/business-areas');
  await call(page, 'POST', '/api/business-area', { json: { id: 0, name, description: 'Lights' } });

  const auditor = await (await browser.newContext()).newPage();
  await signIn(auditor, 'Sofia Marin', '/audit');

  await test.step('has the whole record verified now', async () => {
    await auditor.getByRole('button', { name: 'Verify now' }).click();
    await expect(auditor.getByText(/^Verifying…/)).toBeVisible();
    await expect(auditor.getByRole('heading', { name: 'The record is as it was written' })).toBeVisible();
    await expect(auditor.getByText(/^Last verified .* events\./)).toBeVisible();
    await expect(auditor.getByRole('button', { name: 'Verify now' })).toBeVisible();
  });

  await test.step('takes an answer along, whose files are those of its manifest', async () => {
    await auditor.getByRole('searchbox', { name: /^Search by name/ }).fill(name);
    await expect(auditor.getByText('1 entry', { exact: true })).toBeVisible();
    const downloading = auditor.waitForEvent('download');
    await auditor.getByRole('link', { name: 'Export as JSON lines' }).click();
    const files = unzipSync(readFileSync(await (await downloading).path()));
    const { 'manifest.json': manifest = new Uint8Array(), SHA256SUMS: sums = new Uint8Array() } = files;
    const said = JSON.parse(strFromU8(manifest));
    expect(said).toMatchObject({ askedBy: { name: 'Sofia Marin' }, query: { search: name }, entries: 1 });
    expect(said.checkpoint).toMatch(/^portico\//);
    for (const line of strFromU8(sums).trim().split('\n')) {
      const [sum, file = ''] = line.split('  ');
      expect(sumOf(files[file] ?? new Uint8Array()), file).toBe(sum);
    }
    await auditor.goto(`${portalUrl()}/audit?thing=${said.export}`);
    await auditor.getByRole('row').filter({ hasText: 'Done' }).getByRole('button').click();
    const dock = auditor.getByRole('complementary', { name: 'Details' });
    await expect(dock.getByText(sumOf(manifest))).toBeVisible();
  });

  await test.step('finds the verification in the audit', async () => {
    await auditor.goto(`${portalUrl()}/audit?noun=log-verification`);
    const rows = auditor.getByRole('row').filter({ hasText: 'Verification of the record' });
    await expect(rows.filter({ hasText: 'Sofia Marin' }).filter({ hasText: 'Requested' }).first()).toBeVisible();
    await expect(rows.filter({ hasText: 'Done' }).first()).toBeVisible();
  });
});
