import { expect, type Page, test } from '@playwright/test';
import { schemasOf } from '#projections/read-path.ts';
import { call, shown } from './pages/call.ts';
import { newName } from './pages/demo.ts';
import { signIn } from './pages/sign-in.ts';
import { alter, portalUrl } from './pages/stack.ts';

type Position = Readonly<{ position: string }>;

/** Adds an application of Mateo's with two APIs. */
const addApplication = async (mateo: Page, name: string) => {
  const { organizationId } = await call<{ organizationId: number }>(
    mateo,
    'GET',
    '/api/user?email=mateo.rossi@portico.example',
  );
  const json = { id: 0, name, description: 'Where parcels come back', organizationId, external: false };
  const added = await call<Position & { id: number }>(mateo, 'POST', '/api/application/edit-application', {
    json: { ...json, contact: '', owners: 'mateo.rossi@portico.example' },
  });
  await shown(mateo, added.position);
  const apis: number[] = [];
  for (const title of [`${name} Labels`, `${name} Refunds`]) {
    const specText = JSON.stringify({ openapi: '3.1.0', info: { title, version: '1.0.0' }, paths: {} });
    const { apiId, position } = await call<Position & { apiId: number }>(mateo, 'PUT', '/api/swaggers', {
      json: { specText, appId: added.id },
    });
    await shown(mateo, position);
    apis.push(apiId);
  }
  return { id: added.id, apis };
};

test('decide as a maintainer: switch it on, find the requests in one’s inbox, decide two at once, take one away @alone', async ({
  browser,
  page: mateo,
}) => {
  // Alone, because a read table is changed by hand for a moment, which the portal tells when it builds it anew.
  // The portal looks at what waits every 30 s.
  test.slow();
  const name = `Returns ${newName()}`;
  const [liam, ada] = [await (await browser.newContext()).newPage(), await (await browser.newContext()).newPage()];
  await signIn(mateo, 'Mateo Rossi');
  await signIn(liam, 'Liam Chen');
  await signIn(ada, 'Ada Lindqvist');
  const { id, apis } = await addApplication(mateo, name);
  const menu = mateo.getByRole('link', { name: /API Access Control/ });

  await test.step('an owner lets the maintainers decide, and the history says so', async () => {
    await expect(menu).toHaveCount(0);
    await mateo.goto(`${portalUrl()}/application/edit-application?id=${id}`);
    await mateo.getByRole('switch', { name: 'Its maintainers decide about access to its APIs' }).click();
    await mateo.getByRole('button', { name: 'Save application' }).click();
    const dock = mateo.getByRole('complementary', { name: 'Details' });
    await expect(dock.getByText('Its maintainers decide', { exact: true })).toBeVisible();
    await expect(dock.getByText('Its maintainers decide about access to its APIs')).toBeVisible();
    await expect(menu).toBeVisible();
  });

  await test.step('a partner asks, and it is in the maintainer’s inbox, not in the administrator’s', async () => {
    const { organizationId } = await call<{ organizationId: number }>(
      liam,
      'GET',
      '/api/user?email=liam.chen@harbour-freight.example',
    );
    for (const productId of apis) {
      const json = { organizationId, productId, reason: `Labels of ${name}` };
      const { position } = await call<Position>(liam, 'POST', '/api/request-access', { json });
      for (const reader of [mateo, ada]) await shown(reader, position);
    }
    await ada.goto(`${portalUrl()}/inbox?search=${encodeURIComponent(name)}`);
    await expect(ada.getByRole('heading', { name: 'Inbox' })).toBeVisible();
    await expect(ada.getByRole('row').filter({ hasText: name })).toHaveCount(0);
    await mateo.goto(`${portalUrl()}/inbox?search=${encodeURIComponent(name)}`);
    await expect(mateo.getByRole('row').filter({ hasText: name })).toHaveCount(2);
  });

  await test.step('what waits too long goes on to the portal’s administrators, and says so', async () => {
    const move = `update ${schemasOf(['access_requests'])[0]}.access_requests set requested_at = requested_at + $1::interval where api_id = $2`;
    await alter(move, ['-80 hours', apis[0]]);
    const overdue = ada.getByRole('row').filter({ hasText: `${name} Labels` });
    await expect(async () => {
      await ada.goto(`${portalUrl()}/inbox?due=over&search=${encodeURIComponent(name)}`);
      await expect(overdue).toContainText('Passed on to portal administrators', { timeout: 2_000 });
    }).toPass({ timeout: 90_000 });
    await expect(ada.getByRole('row').filter({ hasText: name })).toHaveCount(1);
    await ada.goto(`${portalUrl()}/notices`);
    await ada
      .getByRole('button', { name: `Nobody has decided in time about access to ${name} Labels`, exact: true })
      .click();
    await expect(overdue).toContainText('Overdue');
    await alter(move, ['80 hours', apis[0]]);
  });

  await test.step('both are approved with one note', async () => {
    await mateo.getByLabel('Select the requests for access on this page').check();
    await mateo.getByRole('button', { name: 'Approve' }).click();
    const dialog = mateo.getByRole('dialog');
    await dialog.getByLabel('Note').fill('As agreed');
    await dialog.getByRole('button', { name: 'Approve 2 requests' }).click();
    await expect(mateo.getByText('2 requests have been approved')).toBeVisible();
    await expect(mateo.getByRole('row').filter({ hasText: name })).toHaveCount(0);
  });

  await test.step('only the access to their APIs is listed, and can be taken away', async () => {
    await mateo.goto(`${portalUrl()}/api-access-control?tab=grants`);
    await expect(mateo.getByRole('tab')).toHaveText(['Requests', 'Grants']);
    const grants = mateo.getByRole('row').filter({ hasText: name });
    await expect(grants).toHaveCount(2);
    await mateo.getByRole('button', { name: `Revoke access of Harbour Freight to ${name} Labels` }).click();
    const confirm = mateo.getByRole('alertdialog');
    await confirm.getByRole('button', { name: /Revoke/ }).click();
    await expect(grants).toHaveCount(1);
  });
  await liam.context().close();
  await ada.context().close();
});
