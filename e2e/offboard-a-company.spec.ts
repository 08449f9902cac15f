import { expect, type Page, test } from '@playwright/test';
import { call, shown } from './pages/call.ts';
import { apiIdOf, deployToTest, ended, newName } from './pages/demo.ts';
import { hide, withHiding } from './pages/hidden-tab.ts';
import { settled } from './pages/inspection.ts';
import { dismissGreetings, signIn } from './pages/sign-in.ts';
import { gatewayAdmin, paste, portalUrl, proxyUrl } from './pages/stack.ts';

/** A client company comes, is deactivated and activated again; another one is deleted by two administrators. */

const name = newName();
const company = `Client ${name}`;
const leaving = `Leaving ${name}`;
const person = `Of ${name}`;
const gone = "It does not exist, or you don't have access to it.";
/** What a page asks again and again. */
const regular = '**/{auth,api/notices}/**';
/** What somebody writes into forms of a company that goes meanwhile. */
const typed = `Typed ${name}`;

let ada: Page;
let elias: Page;
let theirs: Page;
let leaver: Page;
let api: number;
let deployment: Readonly<{ id: number; path: string }>;

test.beforeAll(async ({ browser }) => {
  const open = async () => await (await browser.newContext()).newPage();
  [ada, elias, theirs, leaver] = [await open(), await open(), await open(), await open()];
  await withHiding(theirs.context());
  await signIn(ada, 'Ada Lindqvist', '/organizations');
  await signIn(elias, 'Elias Brandt', '/delete-organization-requests');
  api = await apiIdOf(ada, 'Price List API');
  deployment = await deployToTest(ada, api);
});
test.afterAll(async () => {
  for (const page of [ada, elias, theirs, leaver]) await page.context().close();
});

const dock = () => ada.getByRole('complementary', { name: 'Details' });

/** Opens an organization's dock from the list. */
const openOrganization = async (title: string) => {
  await ada.goto(`${portalUrl()}/organizations`);
  await ada.getByRole('searchbox', { name: 'Search organizations' }).fill(title);
  await ada.getByRole('article', { name: title }).getByRole('button', { name: title }).click();
  // Its application may have the same name.
  await expect(dock().getByRole('heading', { name: title }).first()).toBeVisible();
};

/** Waits until the list has an organization. Returns its id. */
const idOf = async (title: string): Promise<number> => {
  const find = async () => {
    const { organizations } = await call<{ organizations: readonly { id: number }[] }>(
      ada,
      'GET',
      `/api/organizations?${new URLSearchParams({ name: title })}`,
    );
    return organizations[0]?.id ?? 0;
  };
  await expect.poll(find).toBeGreaterThan(0);
  return await find();
};

/** Gives a company a key of a deployment. Default: another company's. Returns the call with it. */
const addKey = async (organizationId: number, to = { api, deployment }): Promise<() => number> => {
  const requested = await call<Parameters<typeof ended>[1]>(ada, 'POST', '/api/kong/add-consumer', {
    json: { deploymentId: to.deployment.id, organizationId, apiModelId: to.api, nickname: 'Depot' },
  });
  expect(await ended(ada, requested)).toBe('completed');
  let apiKey: string | null = null;
  const reveal = async () => {
    const json = { consumerId: requested.entityId };
    ({ apiKey } = await call<{ apiKey: string | null }>(ada, 'POST', '/api/record-consumer', { json }));
    return apiKey;
  };
  // The list of operations may know the end before the list of keys does.
  await expect.poll(reveal).not.toBeNull();
  return () => paste(`curl '${proxyUrl()}${to.deployment.path}/prices' -H 'apikey: ${apiKey}'`).status;
};

type Named = Readonly<{ firstname: string; lastname: string; email: string; organizationId: number }>;
/** Answers the person's id. */
const addPerson = async (json: Named): Promise<number> => {
  const { id, position } = await call<{ id: number; position: string }>(ada, 'POST', '/api/user/edit-user', { json });
  await shown(ada, position);
  return id;
};

type Belongings = Readonly<{ app: number; api: number; deployment: Readonly<{ id: number; path: string }> }>;
/** Gives a company an application with an API that is deployed. */
const addApi = async (organizationId: number): Promise<Belongings> => {
  const { id, position } = await call<{ id: number; position: string }>(
    ada,
    'POST',
    '/api/application/edit-application',
    {
      json: { name: leaving, description: 'Goes too', external: false, organizationId },
    },
  );
  await shown(ada, position);
  const spec = { openapi: '3.1.0', info: { title: leaving, version: '1' }, paths: { '/prices': { get: {} } } };
  const published = await call<{ apiId: number; position: string }>(ada, 'PUT', '/api/swaggers', {
    json: { specText: JSON.stringify(spec), appId: id },
  });
  await shown(ada, published.position);
  return { app: id, api: published.apiId, deployment: await deployToTest(ada, published.apiId) };
};

type OpenForm = Readonly<{ page: Page; field: string; save: string }>;
/** Opens a form in a tab of its own and writes into a field of it. */
const openForm = async (path: string, field: string, save: string): Promise<OpenForm> => {
  const page = await ada.context().newPage();
  await page.goto(`${portalUrl()}${path}`);
  await page.getByRole('textbox', { name: field }).fill(typed);
  return { page, field, save };
};

const confirm = async (typed: string, action: string) => {
  const dialog = ada.getByRole('alertdialog');
  await dialog.getByRole('textbox').fill(typed);
  await dialog.getByRole('button', { name: action }).click();
};

test('offboard a company: deactivate and activate one, delete another', async () => {
  let callWithKey: () => number;
  let callOwn: () => number;
  let own: Belongings;
  let ben: number;
  let forms: Readonly<Record<'organization' | 'application' | 'person', OpenForm>>;
  // The identity provider still knows the person.
  const login = `${portalUrl()}/auth/login?returnTo=/user-profile`;

  await test.step('a client company is added: missing values are reported at their fields', async () => {
    await ada.getByRole('button', { name: 'Add client company' }).click();
    await dock().getByRole('textbox', { name: 'Company name' }).fill(company);
    await expect(dock().getByRole('button', { name: 'Submit' })).toBeDisabled();
    await dock().getByRole('textbox', { name: 'Phone Number' }).focus();
    await dock().getByRole('textbox', { name: 'Address line 1' }).focus();
    await expect(dock().getByText('Phone Number is required')).toBeVisible();
    const description = dock().getByRole('textbox', { name: 'Description' });
    const lines = () =>
      description.evaluate((area) => (area.clientHeight - 16) / Number.parseFloat(getComputedStyle(area).lineHeight));
    expect(await lines()).toBeCloseTo(2, 1);
    await description.fill('A client of many lines.\n'.repeat(9));
    expect(await lines()).toBeCloseTo(5, 1);
    const texts = {
      'Company administrator': `desk@${name}.example`,
      'Phone Number': '+49(40)-555-0199',
      'Address line 1': '1 Quay',
      'Postal Code': '20457',
      City: 'Hamburg',
      State: 'Hamburg',
      Country: 'Germany',
      'Registration ID': 'HRB 1',
      'Tax Exempt Auth. No.': 'TX-1',
    };
    for (const [field, text] of Object.entries(texts)) await dock().getByRole('textbox', { name: field }).fill(text);
    await dock().getByRole('combobox', { name: 'Billing Type' }).click();
    await ada.getByRole('option', { name: 'Prepaid' }).click();
    await dock().getByRole('button', { name: 'Submit' }).click();
    await expect(ada.getByText('Organization saved')).toBeVisible();
  });

  await test.step('it has a person who is signed in, and a key in use', async () => {
    const organizationId = await idOf(company);
    const email = `${name}@client.test`;
    await addPerson({ firstname: 'Mia', lastname: person, email, organizationId });
    await signIn(theirs, `Mia ${person}`, '/user-profile');
    callWithKey = await addKey(organizationId);
    expect(callWithKey()).toBe(200);
  });

  await test.step('deactivated: the person is signed out in a hidden tab, and the key is refused', async () => {
    await hide(theirs);
    await openOrganization(company);
    await dock().getByRole('button', { name: 'Deactivate Organization' }).click();
    await confirm(company, 'Deactivate Organization');
    await expect(ada.getByText('Selected organization deactivated successfully')).toBeVisible();
    await expect(theirs.getByText('This user has been disabled.')).toBeVisible();
    expect(await theirs.evaluate(() => document.visibilityState)).toBe('hidden');
    await expect.poll(callWithKey).toBe(401);
    await theirs.goto(login);
    await expect(theirs.getByText('This user has been disabled.')).toBeVisible();
  });

  await test.step('activated: the key calls again and the person comes back', async () => {
    await openOrganization(company);
    await dock().getByRole('button', { name: 'Activate Organization' }).click();
    await ada.getByRole('alertdialog').getByRole('button', { name: 'Activate Organization' }).click();
    await expect(ada.getByText('Selected organization activated successfully')).toBeVisible();
    await expect.poll(callWithKey).toBe(200);
    await theirs.goto(login);
    await theirs.waitForURL(`${portalUrl()}/user-profile`);
  });

  await test.step('a company that called in the last 30 days is not deleted', async () => {
    await openOrganization(company);
    await dock().getByRole('button', { name: 'Delete Organization' }).click();
    const dialog = ada.getByRole('alertdialog', { name: 'Message' });
    await expect(dialog).toContainText('its consumers have been used in last 30 days');
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('the deletion of a quiet company is requested, and needs a second administrator', async () => {
    const { position } = await call<{ position: string }>(ada, 'POST', '/api/organization/edit-organization', {
      json: { name: leaving, contact: 'desk', external: false },
    });
    await shown(ada, position);
    const organizationId = await idOf(leaving);
    callWithKey = await addKey(organizationId);
    own = await addApi(organizationId);
    callOwn = await addKey(organizationId, own);
    ben = await addPerson({
      firstname: 'Ben',
      lastname: leaving,
      email: `ben-${name}@portico.example`,
      organizationId,
    });
    await signIn(leaver, `Ben ${leaving}`, '/user-profile');
    await dismissGreetings(leaver);
    await leaver.goto(`${portalUrl()}/edit-profile`);
    // Without the key: a company whose keys are used is not deleted.
    expect(paste(`curl '${proxyUrl()}${own.deployment.path}/prices'`).status).toBe(401);
    await openOrganization(leaving);
    await dock().getByRole('button', { name: 'Delete Organization' }).click();
    await expect(ada.getByRole('alertdialog')).toContainText('2 keys of the organization');
    await confirm(leaving, 'Delete Organization');
    await expect(ada.getByText('Selected organization is requested to delete!')).toBeVisible();
    await ada.goto(`${portalUrl()}/delete-organization-requests?search=${encodeURIComponent(leaving)}`);
    await ada.getByRole('button', { name: `Delete ${leaving}?` }).click();
    const request = ada.getByRole('dialog');
    await expect(request).toContainText('You need another Admin to approve this request!');
    await expect(request.getByRole('button', { name: 'Withdraw request' })).toBeVisible();
  });

  await test.step('forms about it are open in other tabs, and its person fills in a form', async () => {
    const id = await idOf(leaving);
    forms = {
      organization: await openForm(`/organization/edit-organization?id=${id}`, 'Description', 'Submit'),
      application: await openForm(
        `/application/edit-application?id=${own.app}`,
        'Application name',
        'Save application',
      ),
      person: await openForm(`/user/modify-user?id=${ben}`, 'First name', 'Submit'),
    };
    // They hear of it by what they send, not by what the page asks regularly.
    await leaver.route(regular, (route) => route.abort());
    await leaver.getByRole('textbox', { name: 'First name' }).fill(typed);
  });

  await test.step('another administrator sees everything that will be deleted, and approves', async () => {
    await elias.goto(`${portalUrl()}/delete-organization-requests?search=${encodeURIComponent(leaving)}`);
    await elias.getByRole('button', { name: `Delete ${leaving}?` }).click();
    const dialog = elias.getByRole('dialog');
    await expect(dialog).toContainText('2 keys of the organization');
    await dialog.getByRole('textbox').fill(leaving);
    await dialog.getByRole('button', { name: 'Approve and delete' }).click();
    await expect(elias.getByText('Selected request is approved!')).toBeVisible();
    await elias.getByRole('tab', { name: 'Grants' }).click();
    await expect(elias.getByRole('row', { name: leaving })).toContainText('Approved');
  });

  await test.step('nothing of it is left at the gateway: its keys, its routes', async () => {
    await expect.poll(callWithKey).toBe(401);
    await expect.poll(callOwn).toBe(404);
    const { data } = await gatewayAdmin<{ data: readonly { paths: readonly string[] }[] }>('GET', '/routes');
    expect(data.length).toBeGreaterThan(0);
    expect(data.filter(({ paths }) => paths.some((path) => path.includes(own.deployment.path)))).toEqual([]);
  });

  await test.step('an open form about it says why it can’t be saved, and keeps its input', async () => {
    for (const { page, field, save } of [forms.organization, forms.application]) {
      await page.getByRole('button', { name: save }).click();
      await expect(page.getByText(gone)).toBeVisible();
      await expect(page.getByRole('textbox', { name: field })).toHaveValue(typed);
    }
    const { page, save } = forms.person;
    await page.getByRole('button', { name: save }).click();
    await expect(page.getByText(gone)).toBeVisible();
    await expect(page.getByText('The account was deleted')).toBeVisible();
  });

  await test.step("its person is signed out at the next call, and can't sign in again", async () => {
    await leaver.getByRole('button', { name: 'Save' }).click();
    await expect(leaver.getByText('This user has been disabled.')).toBeVisible();
    await leaver.unroute(regular);
  });

  await test.step('nothing of it is left in the lists', async () => {
    const search = encodeURIComponent(leaving);
    const lists = [
      ['/organizations', 'Search organizations'],
      ['/applications', 'Search by name'],
    ] as const;
    for (const [path, label] of lists) {
      await ada.goto(`${portalUrl()}${path}`);
      await ada.getByRole('searchbox', { name: label }).fill(leaving);
      await expect(ada.getByRole('article')).toHaveCount(0);
    }
    await ada.goto(`${portalUrl()}/wall/all?name=${search}`);
    await settled(ada);
    await expect(ada.getByRole('article', { name: leaving })).toHaveCount(0);
    for (const path of [
      `/users?search=${search}`,
      `/overview?tab=keys&search=${search}`,
      `/overview?search=${search}`,
    ]) {
      await ada.goto(`${portalUrl()}${path}`);
      await settled(ada);
      await expect(ada.getByRole('row', { name: leaving })).toHaveCount(0);
    }
  });

  await test.step("its person's address is free: a colleague gets a new account with it", async () => {
    await leaver.goto(login);
    await leaver.waitForURL(`${portalUrl()}/user-profile`);
    await expect(leaver.getByRole('alertdialog')).toBeVisible();
    await dismissGreetings(leaver);
    await leaver.reload();
    await expect(leaver.getByRole('main').getByText('Company user')).toBeVisible();
    await expect(leaver.getByRole('main').getByText('Portico Labs')).toBeVisible();
  });
});
