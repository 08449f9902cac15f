import { expect, test } from '@playwright/test';
import { call } from './pages/call.ts';
import { deploy, ended, newName, publish } from './pages/demo.ts';
import { dock } from './pages/deploy.ts';
import { signIn } from './pages/sign-in.ts';
import { echoUrl, portalUrl } from './pages/stack.ts';

const specOf = (title: string): string =>
  `openapi: 3.0.3\ninfo:\n  title: ${title}\n  version: 1.0.0\npaths:\n  /orders:\n    get:\n      responses: { '200': { description: All orders } }\n`;

test('a maintainer copies a deployment from DEV to TEST with its form', async ({ page }) => {
  await signIn(page, 'Ada Lindqvist');
  const name = newName();
  const api = await publish(page, specOf(`Copied ${name}`));
  const requested = await deploy(page, {
    id: api,
    name: `Copied ${name}`,
    env: 'DEV',
    auth: 'both',
    contextPath: name,
    upstreamUrl: echoUrl(),
    rateLimit: { enabled: true, ratePerMinute: 7 },
    ipRestriction: { enabled: true, ips: ['127.0.0.1', '10.0.0.0/8'] },
    requestTransformer: { addHeaders: ['X-Desk:7'] },
  });
  expect(await ended(page, requested)).toBe('completed');

  await page.goto(`${portalUrl()}/wall?dock=api:${api}`);
  await dock(page)
    .getByRole('link', { name: `Copy /${name}-dev to another place` })
    .click();
  await expect(page.getByRole('radio', { name: 'TEST' })).toBeChecked();
  await expect(page.getByLabel('Service name')).toHaveValue(`Copied ${name}`);
  await expect(page.getByLabel('Target URL')).toHaveValue(echoUrl());
  await expect(page.getByRole('radio', { name: 'API Key & Oauth2' })).toBeChecked();
  await expect(page.getByLabel('Calls per minute')).toHaveValue('7');
  await expect(page.getByLabel('Allowed addresses')).toHaveValue('127.0.0.1\n10.0.0.0/8');

  // What is not copied, and what may be wrong in TEST, is said before anything is deployed.
  const notes = page.getByRole('region', { name: 'About this copy' });
  await expect(notes).toContainText(`Filled in with the values of /${name}-dev`);
  await expect(notes).toContainText('Keys and access are not copied');
  await expect(notes).toContainText('The target is that of DEV');
  await expect(notes).toContainText('Values that are added to calls are copied as they are');
  await page.getByRole('radio', { name: 'DEV' }).check();
  await expect(notes).toContainText(`/${name}-dev has one of these names there already`);
  await page.getByRole('radio', { name: 'TEST' }).check();
  await expect(notes).not.toContainText('has one of these names');

  await page.getByRole('button', { name: 'Deploy to TEST' }).click();
  await page.waitForURL(/action=create-consumer/);
  const detail = await call<{ deployments: { id: number; path: string }[] }>(page, 'GET', `/api/api-detail/${api}`);
  expect(detail.deployments.map(({ path }) => path).toSorted()).toEqual([`/${name}-dev`, `/${name}-test`]);
  const copy = detail.deployments.find(({ path }) => path === `/${name}-test`);
  const form = await call<object>(page, 'GET', `/api/swaggers/deployment/${copy?.id}`);
  expect(form).toMatchObject({
    auth: 'both',
    rateLimit: { enabled: true, ratePerMinute: 7 },
    ipRestriction: { enabled: true, ips: ['127.0.0.1', '10.0.0.0/8'] },
    requestTransformer: { addHeaders: ['X-Desk:7'] },
  });
});
