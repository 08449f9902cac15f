import { expect, type Page, test } from '@playwright/test';
import { call, shown } from './pages/call.ts';
import { apiIdOf, deployToTest, ended, newName } from './pages/demo.ts';
import { signIn } from './pages/sign-in.ts';
import { paste, portalUrl, proxyUrl } from './pages/stack.ts';

/** A client company comes, is deactivated and activated again; another one is deleted by two administrators. */

const name = newName();
const company = `Client ${name}`;
const leaving = `Leaving ${name}`;
const person = `Of ${name}`;

let ada: Page;
let elias: Page;
let theirs: Page;
let api: number;
let deployment: Readonly<{ id: number; path: string }>;

test.beforeAll(async ({ browser }) => {
  const open = async () => await (await browser.newContext()).newPage();
  [ada, elias, theirs] = [await open(), await open(), await open()];
  await signIn(ada, 'Ada Lindqvist', '/organizations');
  await signIn(elias, 'Elias Brandt', '/delete-organization-requests');
  api = await apiIdOf(ada, 'Price List API');
  deployment = await deployToTest(ada, api);
});
test.afterAll(async () => {
  for (const page of [ada, elias, theirs]) await page.context().close();
});

const dock = () => ada.getByRole('complementary', { name: 'Details' });

/** Opens an organization's dock from the list. */
const openOrganization = async (title: string) => {
  await ada.goto(`${portalUrl()}/organizations`);
  await ada.getByRole('searchbox', { name: 'Search organizations' }).fill(title);
  await ada.getByRole('article', { name: title }).getByRole('button', { name: title }).click();
  await expect(dock().getByRole('heading', { name: title })).toBeVisible();
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

/** Gives a company a key. Returns the call with it. */
const addKey = async (organizationId: number): Promise<() => number> => {
  const requested = await call<Parameters<typeof ended>[1]>(ada, 'POST', '/api/kong/add-consumer', {
    json: { deploymentId: deployment.id, organizationId, apiModelId: api, nickname: 'Depot' },
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
  return () => paste(`curl '${proxyUrl()}${deployment.path}/prices' -H 'apikey: ${apiKey}'`).status;
};

const confirm = async (typed: string, action: string) => {
  const dialog = ada.getByRole('alertdialog');
  await dialog.getByRole('textbox').fill(typed);
  await dialog.getByRole('button', { name: action }).click();
};

test('offboard a company: deactivate and activate one, delete another', async () => {
  let callWithKey: () => number;
  // The identity provider still knows the person.
  const login = `${portalUrl()}/auth/login?returnTo=/user-profile`;

  await test.step('a client company is added: what is missing is said at its field', async () => {
    await ada.getByRole('button', { name: 'Add client company' }).click();
    await dock().getByRole('textbox', { name: 'Company name' }).fill(company);
    await dock().getByRole('button', { name: 'Submit' }).click();
    await expect(dock().getByText('Phone Number is required')).toBeVisible();
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

  await test.step('it has a person who works, and a key that calls', async () => {
    const organizationId = await idOf(company);
    const email = `${name}@client.test`;
    const { position } = await call<{ position: string }>(ada, 'POST', '/api/user/edit-user', {
      json: { firstname: 'Mia', lastname: person, email, organizationId },
    });
    await shown(ada, position);
    await signIn(theirs, `Mia ${person}`, '/user-profile');
    callWithKey = await addKey(organizationId);
    expect(callWithKey()).toBe(200);
  });

  await test.step('deactivated: the person is signed out in the open tab, and the key is refused', async () => {
    await openOrganization(company);
    await dock().getByRole('button', { name: 'Deactivate Organization' }).click();
    await confirm(company, 'Deactivate Organization');
    await expect(ada.getByText('Selected organization deactivated successfully')).toBeVisible();
    await expect(theirs.getByText('This user has been disabled.')).toBeVisible();
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

  await test.step('who called lately is not deleted', async () => {
    await openOrganization(company);
    await dock().getByRole('button', { name: 'Delete Organization' }).click();
    const dialog = ada.getByRole('alertdialog', { name: 'Message' });
    await expect(dialog).toContainText('its consumers have been used in last 30 days');
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('a company that is quiet is asked to be deleted, not by one alone', async () => {
    const { position } = await call<{ position: string }>(ada, 'POST', '/api/organization/edit-organization', {
      json: { name: leaving, contact: 'desk', external: false },
    });
    await shown(ada, position);
    callWithKey = await addKey(await idOf(leaving));
    await openOrganization(leaving);
    await dock().getByRole('button', { name: 'Delete Organization' }).click();
    await expect(ada.getByRole('alertdialog')).toContainText('1 key of the organization');
    await confirm(leaving, 'Delete Organization');
    await expect(ada.getByText('Selected organization is requested to delete!')).toBeVisible();
    await ada.goto(`${portalUrl()}/delete-organization-requests?search=${encodeURIComponent(leaving)}`);
    await ada.getByRole('button', { name: `Delete ${leaving}?` }).click();
    await ada.getByRole('dialog').getByRole('button', { name: 'Approve and delete' }).click();
    await expect(ada.getByText('You need another Admin to approve this request!').first()).toBeVisible();
  });

  await test.step('another administrator sees what goes, and approves', async () => {
    await elias.goto(`${portalUrl()}/delete-organization-requests?search=${encodeURIComponent(leaving)}`);
    await elias.getByRole('button', { name: `Delete ${leaving}?` }).click();
    const dialog = elias.getByRole('dialog');
    await expect(dialog).toContainText('1 key of the organization');
    await dialog.getByRole('button', { name: 'Approve and delete' }).click();
    await expect(elias.getByText('Selected request is approved!')).toBeVisible();
    await elias.getByRole('tab', { name: 'Grants' }).click();
    await expect(elias.getByRole('row', { name: leaving })).toContainText('Approved');
  });

  await test.step('nothing of it is left: not at the gateway, not in the list', async () => {
    await expect.poll(callWithKey).toBe(401);
    await ada.goto(`${portalUrl()}/organizations`);
    await ada.getByRole('searchbox', { name: 'Search organizations' }).fill(leaving);
    await expect(ada.getByRole('article')).toHaveCount(0);
  });
});
