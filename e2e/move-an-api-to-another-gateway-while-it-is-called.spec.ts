import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { type Gateway, startGateway } from '#sandbox/gateway/start-gateway.ts';
import { quickFolder } from '../test/runner/quick-folder.ts';
import { call } from './pages/call.ts';
import { deploy, ended, newName, publish } from './pages/demo.ts';
import { dock } from './pages/deploy.ts';
import { signIn } from './pages/sign-in.ts';
import { echoUrl, portalUrl, proxyUrl } from './pages/stack.ts';

const adminToken = 'the-key-of-the-new-admin-api';
let other: Gateway;
let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(quickFolder(), 'portico-new-'));
  other = await startGateway({ dataFolder: folder, adminPort: 0, proxyPort: 0, proxySslPort: 0, adminToken });
});
test.afterAll(async () => {
  await other.close();
  await rm(folder, { recursive: true, force: true });
});

const specOf = (title: string): string =>
  `openapi: 3.0.3\ninfo:\n  title: ${title}\n  version: 1.0.0\npaths:\n  /orders:\n    get:\n      responses: { '200': { description: All orders } }\n`;

/** Calls all the time, as a caller whose address somebody else changes. */
const callerOf = (first: string, apikey: string) => {
  let address = first;
  let isOver = false;
  const wrong: string[] = [];
  let calls = 0;
  const run = async () => {
    while (!isOver) {
      const url = `${address}/orders`;
      const response = await fetch(url, { headers: { apikey } }).catch((error: unknown) => String(error));
      calls += 1;
      if (typeof response === 'string' || response.status !== 200)
        wrong.push(`${url}: ${typeof response === 'string' ? response : response.status}`);
      if (typeof response !== 'string') await response.body?.cancel();
      await pause(20);
    }
  };
  const running = run();
  return {
    pointTo: (next: string) => {
      address = next;
    },
    stop: async () => {
      isOver = true;
      await running;
      return { wrong, calls };
    },
  };
};

test('move an API to another gateway while it is called', async ({ page }) => {
  await signIn(page, 'Ada Lindqvist');
  const name = newName();
  const api = await publish(page, specOf(`Moved ${name}`));
  const requested = await deploy(page, {
    id: api,
    name: `Moved ${name}`,
    env: 'DEV',
    auth: 'apikey',
    contextPath: name,
    upstreamUrl: echoUrl(),
    rateLimit: { enabled: true, ratePerMinute: 100_000 },
  });
  expect(await ended(page, requested)).toBe('completed');
  const { email } = await call<{ email: string }>(page, 'GET', '/auth/session');
  const me = await call<{ organizationId: number }>(page, 'GET', `/api/user?email=${encodeURIComponent(email)}`);
  const added = await call<{ entityId: number; operationId: string; position: string }>(
    page,
    'POST',
    '/api/kong/add-consumer',
    {
      json: {
        deploymentId: requested.entityId,
        organizationId: me.organizationId,
        apiModelId: api,
        nickname: 'Tills',
      },
    },
  );
  expect(await ended(page, added)).toBe('completed');
  let apiKey: string | null = null;
  const reveal = async () => {
    const json = { consumerId: added.entityId };
    ({ apiKey } = await call<{ apiKey: string | null }>(page, 'POST', '/api/record-consumer', { json }));
    return apiKey;
  };
  await expect.poll(reveal).not.toBeNull();
  const gateway = `Gateway ${name}`;
  // The demo's gateway knows where reports are taken: at a port of its own.
  type Resources = readonly { type: string; configs: readonly { name: string; value: string }[] }[];
  const resources = await call<Resources>(page, 'GET', '/api/resources/');
  const kong = resources.find(({ type }) => type === 'KONG');
  const reports = kong?.configs.find((one) => one.name === 'httpLogEndpoint')?.value ?? '';
  const resource = await call<{ id: number }>(page, 'POST', '/api/resources', {
    json: {
      name: gateway,
      type: 'KONG',
      isPublic: false,
      access: [],
      configs: [
        { name: 'adminUrl', value: other.adminUrl },
        { name: 'apiUrl', value: other.proxyUrl },
        { name: 'apiSslUrl', value: other.proxySslUrl },
        { name: 'adminApiKey', value: adminToken },
        { name: 'httpLogEndpoint', value: reports },
        { name: 'clusters', value: '1' },
      ],
    },
  });
  const caller = callerOf(`${proxyUrl()}/${name}-dev`, apiKey ?? '');

  // First what will be there, then the button.
  await page.goto(`${portalUrl()}/wall?dock=api:${api}`);
  await dock(page)
    .getByRole('button', { name: `Move /${name}-dev to another gateway` })
    .click();
  const dialog = page.getByRole('dialog', { name: `Move /${name}-dev to another gateway` });
  await dialog.getByRole('combobox', { name: 'New gateway' }).click();
  await page.getByRole('option', { name: gateway }).click();
  await expect(dialog.getByRole('region', { name: 'What will be there' })).toContainText(`${name}-dev`);
  await expect(dialog).toContainText('up to twice the limit can pass');
  await dialog.getByRole('button', { name: `Move to ${gateway}` }).click();

  // Both answer. The one that moves says so, and who still calls it.
  const notice = dock(page).getByRole('region', { name: `Moves to ${gateway}` });
  await expect(notice).toContainText('All keys work there: 1.', { timeout: 60_000 });
  await expect(notice).toContainText(`${other.proxyUrl}/${name}-dev`);
  await expect(notice).toContainText('Tills', { timeout: 30_000 });
  // A person points the callers at the new address.
  caller.pointTo(`${other.proxyUrl}/${name}-dev`);
  await pause(500);
  await notice.getByRole('button', { name: 'End it here' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Calls to it there get 404');
  await question.getByRole('textbox').fill('confirm');
  await question.getByRole('button', { name: 'End it here' }).click();
  await expect(notice).toBeHidden({ timeout: 60_000 });
  const detail = await call<{ deployments: { id: number; url: string }[] }>(page, 'GET', `/api/api-detail/${api}`);
  await expect
    .poll(async () => (await fetch(`${proxyUrl()}/${name}-dev/orders`)).status, { timeout: 60_000 })
    .toBe(404);
  const { wrong, calls } = await caller.stop();
  expect(wrong).toEqual([]);
  expect(calls).toBeGreaterThan(50);
  expect(detail.deployments.map(({ url }) => url)).toContain(`${other.proxyUrl}/${name}-dev`);

  // Nothing of it is left for others.
  const moved = (await call<{ deployments: { id: number; url: string }[] }>(page, 'GET', `/api/api-detail/${api}`))
    .deployments;
  for (const { id, url } of moved.filter((one) => one.url.startsWith(other.proxyUrl))) {
    expect(url).toBe(`${other.proxyUrl}/${name}-dev`);
    const gone = await call<{ operationId: string; position: string; entityId: number }>(
      page,
      'DELETE',
      `/api/swaggers/deployment/${id}`,
    );
    expect(await ended(page, gone)).toBe('completed');
  }
  await call(page, 'DELETE', `/api/resource/${resource.id}`);
});
