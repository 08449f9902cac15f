import type { Page } from '@playwright/test';
import { goTo, settled } from './inspection.ts';
import { portalUrl } from './stack.ts';

type Words = (key: string, values?: Readonly<Record<string, string>>) => string;
type Check = (page: Page) => Promise<string[]>;

/** The dialogs that the demo's key, deployment and failed operation lead to, each opened, checked and closed. */
export const openDialogs = async (
  page: Page,
  ids: Readonly<{ api: number; deployment: number; operation: string; issue: number }>,
  t: Words,
  check: Check,
): Promise<string[]> => {
  const dock = page.locator('[data-dock]');
  const dialog = page.locator('[role=dialog],[role=alertdialog]');
  const wrong: string[] = [];

  const look = async (name: string, address: string, open: () => Promise<void>) => {
    await goTo(page, address);
    await open();
    await dialog.waitFor();
    await settled(page);
    // A key goes to whatever has the focus: a dialog takes it when it is open.
    await dialog
      .locator(':focus')
      .or(dialog.and(page.locator(':focus')))
      .first()
      .waitFor();
    wrong.push(...(await check(page)).map((what) => `${name}: ${what}`));
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  };
  const button = (key: string, values?: Readonly<Record<string, string>>) => () =>
    dock.getByRole('button', { name: t(key, values) }).click();

  const api = `/wall?dock=api:${ids.api}`;
  const key = { name: 'Dispatch board' };
  await look('credentials', api, button('consumers.view', key));
  await look('rotate a key', api, button('consumers.rotate', key));
  await look('delete a key', api, button('consumers.delete', key));
  await look('preview', `/api-deploy/${ids.api}?id=${ids.deployment}`, () =>
    page.getByRole('button', { name: t('gateway.preview') }).click(),
  );
  await look('delete a deployment', api, button('deployments.delete', { path: '/orders-dev' }));
  await look('delete an API', api, button('apis.delete'));
  await look('generate code', api, button('codegen.type-client'));
  const orders = { api: 'Orders API', organization: 'Harbour Freight' };
  const row = (key: string, values: Readonly<Record<string, string>>) => () =>
    page.getByRole('button', { name: t(key, values) }).click();
  const shipments = { ...orders, api: 'Shipments API' };
  await look('approve access', '/api-access-control', row('access.approve-of', shipments));
  await look('deny access', '/api-access-control', row('access.deny-of', shipments));
  await look('revoke access', '/api-access-control?tab=grants', row('access.revoke-of', orders));
  await look('deny an account', '/pending-requests', row('registrations.deny-of', { name: 'Elena Petrova' }));
  await look('replay', `/operations?dock=operation:${ids.operation}`, button('operations.replay.action'));
  await look('close an issue', `/issues?dock=issue:${ids.issue}`, button('issues.close'));
  await look('deactivate an organization', '/organizations?dock=organization:2', button('organizations.deactivate'));
  await look('delete an organization', '/organizations?dock=organization:2', button('organizations.delete'));
  for (const action of ['add-api', 'create-consumer'])
    await look(`onboarding: ${action}`, `/wall?action=${action}&id=${ids.api}`, async () => undefined);
  await look('command palette', '/wall', () => page.keyboard.press('Control+k'));
  return wrong;
};

/** What greets a new person, asks for terms that changed, and warns who is idle: over the gallery, each checked. */
export const openGreetings = async (page: Page, t: Words, check: Check): Promise<string[]> => {
  const wrong: string[] = [];
  const dialog = (name: string) => page.locator('[role=dialog],[role=alertdialog]').and(page.getByLabel(name));
  const look = async (what: string, name: string) => {
    await dialog(name).waitFor();
    await settled(page);
    wrong.push(...(await check(page)).map((found) => `${what}: ${found}`));
  };

  const detail = /\/api\/user\?/;
  const greet = async (what: string, name: string, changes: object) => {
    await page.route(detail, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), ...changes } });
    });
    await page.goto(`${portalUrl()}/wall`);
    await look(what, name);
    await page.unroute(detail);
  };
  await greet('terms', t('public.terms-title'), { termsAccepted: null });
  await greet('welcome', t('welcome.title', { name: 'Ada' }), { firstlogin: true });

  await page.clock.install();
  await page.goto(`${portalUrl()}/wall`);
  await settled(page);
  await page.clock.fastForward(14 * 60_000 + 5_000);
  await look('idle', t('session.idle-title'));
  return wrong;
};
