import { expect, type Page, test } from '@playwright/test';
import { askForAccount, confirmationLink } from './pages/ask-for-account.ts';
import { call, shown } from './pages/call.ts';
import { newName } from './pages/demo.ts';
import { linkIn, mailTo } from './pages/mailbox.ts';
import { signIn } from './pages/sign-in.ts';
import { portalUrl } from './pages/stack.ts';

/** A developer of a partner asks for an account, is told to wait, is let in by their administrator, and logs in. */

const name = newName();
const lastName = `Of ${name}`;
const email = `${name}@applicant.test`;

let visitor: Page;
let grace: Page;
let ada: Page;
test.beforeAll(async ({ browser }) => {
  visitor = await (await browser.newContext()).newPage();
  grace = await (await browser.newContext()).newPage();
  await signIn(grace, 'Grace Okafor');
  ada = await (await browser.newContext()).newPage();
  await signIn(ada, 'Ada Lindqvist');
});
test.afterAll(async () => {
  await visitor.context().close();
  await grace.context().close();
  await ada.context().close();
});

test("a partner's developer is approved by their company's administrator", async ({ browser }) => {
  await test.step('asks for access from the landing page', async () => {
    await visitor.goto(portalUrl());
    await visitor.getByRole('link', { name: 'Request Access' }).first().click();
    await expect(visitor.getByRole('heading', { name: 'Sign Up' })).toBeVisible();
    await expect(visitor.getByRole('button', { name: 'Sign Up' })).toBeDisabled();
  });

  await test.step('sees each mistake at its field', async () => {
    const field = visitor.getByRole('textbox', { name: 'Email address' });
    await field.fill('somebody');
    await visitor.getByRole('textbox', { name: 'Company' }).fill('Harbour Freight');
    await expect(visitor.getByText('Email must be valid')).toBeVisible();
    await visitor.getByRole('textbox', { name: 'First name' }).fill('Nadia');
    await visitor.getByRole('textbox', { name: 'Last name' }).fill(lastName);
    await field.fill(email);
    await visitor.getByRole('checkbox', { name: 'I Accept Terms & Conditions of Use' }).check();
    await visitor.getByRole('button', { name: 'Sign Up' }).click();
    await expect(visitor.getByRole('heading', { name: 'Confirm your e-mail address' })).toBeVisible();
    await expect(visitor.getByText(email)).toBeVisible();
  });

  await test.step('confirms the address in another browser, by the button behind the link in a mail', async () => {
    const link = await confirmationLink(email);
    const phone = await (await browser.newContext()).newPage();
    await phone.goto(link);
    await phone.reload();
    const found = await call<{ total: number }>(ada, 'GET', `/api/pending-requests?search=${encodeURIComponent(name)}`);
    expect(found.total).toBe(0);
    await phone.getByRole('button', { name: 'Confirm this address' }).click();
    await expect(phone.getByRole('heading', { name: 'Thanks for Signing Up!' })).toBeVisible();
    await phone.goto(link);
    await phone.reload();
    await phone.getByRole('button', { name: 'Confirm this address' }).click();
    await expect(phone.getByRole('heading', { name: 'This link can’t be used any more' })).toBeVisible();
    await phone.context().close();
  });

  await test.step('gets the same response to a second request, and a mail that the address is known', async () => {
    await visitor.goto(`${portalUrl()}/register`);
    await visitor.getByRole('textbox', { name: 'Company' }).fill('Harbour Freight');
    await visitor.getByRole('textbox', { name: 'First name' }).fill('Nadia');
    await visitor.getByRole('textbox', { name: 'Last name' }).fill(lastName);
    await visitor.getByRole('textbox', { name: 'Email address' }).fill(email.toUpperCase());
    await visitor.getByRole('checkbox', { name: 'I Accept Terms & Conditions of Use' }).check();
    await visitor.getByRole('button', { name: 'Sign Up' }).click();
    await expect(visitor.getByRole('heading', { name: 'Confirm your e-mail address' })).toBeVisible();
    await mailTo(name.toUpperCase(), 'You asked for access already');
  });

  await test.step('is told at the login that the request waits', async () => {
    await visitor.goto(`${portalUrl()}/auth/login?returnTo=/wall`);
    await visitor.getByRole('button', { name: `Nadia ${lastName}` }).click();
    const notice = visitor.getByRole('listitem').filter({ hasText: 'Your request for access waits for review.' });
    await expect(notice).toHaveAttribute('data-type', 'info');
  });

  await test.step("is mentioned in a mail to the partner's administrator, whose link leads to the queue", async () => {
    await grace.goto(linkIn(await mailTo('grace.okafor@harbour-freight.example', name)));
    await expect(grace).toHaveURL(/\/queue-requests/);
    // The link opens the request itself when no other one waits. Other specs make some.
    await grace.goto(`${portalUrl()}/queue-requests?search=${encodeURIComponent(name)}`);
    await grace.getByRole('button', { name: `Approve the request of Nadia ${lastName}` }).click();
    const dialog = grace.getByRole('dialog', { name: 'Approve this request' });
    await expect(dialog.getByRole('textbox', { name: 'Last name' })).toHaveValue(lastName);
    await dialog.getByRole('button', { name: 'Deny this request' }).click();
    await grace.getByRole('dialog', { name: 'Deny this request' }).getByRole('button', { name: 'Cancel' }).click();
    await expect(grace).toHaveURL(/\/queue-requests\?search=/);
  });

  const denial = ada.getByRole('dialog', { name: 'Deny this request' });
  await test.step('is about to be denied by the portal’s administrator', async () => {
    await ada.goto(`${portalUrl()}/pending-requests?search=${encodeURIComponent(name)}`);
    await ada.getByRole('button', { name: `Deny the request of Nadia ${lastName}` }).click();
    await denial.getByRole('textbox').fill('We do not know you.');
  });

  await test.step("is in the queue of the partner's administrator, who approves them, once for a double click", async () => {
    await grace.goto(`${portalUrl()}/queue-requests?search=${encodeURIComponent(name)}`);
    await grace.getByRole('button', { name: `Approve the request of Nadia ${lastName}` }).click();
    const dialog = grace.getByRole('dialog', { name: 'Approve this request' });
    await expect(dialog.getByRole('combobox', { name: 'Organization' })).toContainText('Harbour Freight');
    await expect(dialog.getByRole('checkbox', { name: 'Company Admin' })).not.toBeChecked();
    let approvals = 0;
    grace.on('request', (request) => {
      if (request.url().includes('/api/approve-organization-request')) approvals += 1;
    });
    await dialog.getByRole('button', { name: 'Approve' }).dblclick();
    await expect(grace.getByText('The user has been approved')).toBeVisible();
    await expect(dialog).toBeHidden();
    expect(approvals).toBe(1);
  });

  await test.step('the second administrator is told who decided already', async () => {
    await denial.getByRole('button', { name: 'Deny' }).click();
    await expect(ada.getByText('Grace Okafor has approved this request already.')).toBeVisible();
    await expect(denial).toBeHidden();
    await expect(ada.getByRole('button', { name: `Deny the request of Nadia ${lastName}` })).toHaveCount(0);
  });

  await test.step('logs in at once, as the mail says', async () => {
    expect(linkIn(await mailTo(email, 'You belong to Harbour Freight now.'))).toBe(`${portalUrl()}/wall`);
    await visitor.goto(`${portalUrl()}/auth/login?returnTo=/user-profile`);
    await visitor.waitForURL(`${portalUrl()}/user-profile`);
    const user = await call<object>(visitor, 'GET', `/api/user?email=${email}`);
    expect(user).toMatchObject({
      organizationName: 'Harbour Freight',
      roles: ['ROLE_COMPANY_USER'],
      lastname: lastName,
    });
  });
});

test('a request is denied and its person erased', async () => {
  const surname = `No ${newName()}`;
  const address = `${newName()}@stranger.test`;
  const list = (status: string) =>
    `${portalUrl()}/pending-requests?status=${status}&search=${encodeURIComponent(surname)}`;
  await test.step('a stranger asks, and is denied with a reason', async () => {
    const person = { firstName: 'Otto', lastName: surname, email: address, company: 'Nobody' };
    await shown(ada, await askForAccount(ada, person));
    await ada.goto(list('NEW'));
    await ada.getByRole('button', { name: `Deny the request of Otto ${surname}` }).click();
    const dialog = ada.getByRole('dialog', { name: 'Deny this request' });
    await dialog.getByRole('textbox').fill('We do not know you.');
    await dialog.getByRole('button', { name: 'Deny' }).click();
    await expect(ada.getByText('The request has been denied')).toBeVisible();
  });

  await test.step('the administrator erases the request, after typing the word', async () => {
    await ada.goto(list('DENIED'));
    await ada.getByRole('button', { name: `Details of the request of Otto ${surname}` }).click();
    const dialog = ada.getByRole('dialog', { name: 'Request for an account' });
    await expect(dialog).toContainText(address);
    await dialog.getByRole('button', { name: 'Erase personal data' }).click();
    const question = ada.getByRole('alertdialog', { name: 'Erase this request for good?' });
    await expect(question.getByRole('button', { name: 'Erase personal data' })).toHaveCount(0);
    await question.getByRole('textbox').fill('confirm');
    await question.getByRole('button', { name: 'Erase personal data' }).click();
    await expect(ada.getByText('The personal data is erased.')).toBeVisible();
    await expect(dialog).toBeHidden();
  });

  await test.step('the list shows at once only that somebody was denied', async () => {
    await expect(ada.getByRole('button', { name: `Details of the request of Otto ${surname}` })).toHaveCount(0);
    const { accessRequests } = await call<{ accessRequests: readonly { email: string; reason: string }[] }>(
      ada,
      'GET',
      '/api/pending-requests?status=DENIED',
    );
    expect(accessRequests).toContainEqual(expect.objectContaining({ email: '[erased]', reason: '[erased]' }));
    expect(JSON.stringify(accessRequests)).not.toContain(surname);
    await ada.goto(`${portalUrl()}/pending-requests?status=DENIED`);
    await ada.getByRole('button', { name: 'Details of the request of [erased]' }).first().click();
    const dialog = ada.getByRole('dialog', { name: 'Request for an account' });
    await expect(dialog).toContainText('[erased]');
    await expect(dialog.getByRole('button', { name: 'Erase personal data' })).toHaveCount(0);
  });
});

test('many requests are denied at once with one reason', async () => {
  const surname = `Many ${newName()}`;
  const people = ['Ann', 'Ben', 'Cia'].map((firstName) => ({
    ...{ firstName, lastName: surname, company: 'Nobody' },
    email: `${firstName.toLowerCase()}-${newName()}@stranger.test`,
  }));
  const positions = [];
  for (const person of people) positions.push(await askForAccount(ada, person));
  for (const position of positions) await shown(ada, position);
  await ada.goto(`${portalUrl()}/pending-requests?search=${encodeURIComponent(surname)}`);
  await ada.getByRole('checkbox', { name: `Select the request of Ben ${surname}` }).check();
  await expect(ada.getByText('1 selected')).toBeVisible();
  await ada.getByRole('checkbox', { name: 'Select this page' }).check();
  await ada.getByRole('button', { name: 'Deny selected' }).click();
  const dialog = ada.getByRole('dialog', { name: 'Deny 3 requests' });
  await dialog.getByRole('textbox').fill('We know nobody of you.');
  await dialog.getByRole('button', { name: 'Deny 3 requests' }).click();
  await expect(ada.getByText('3 requests have been denied')).toBeVisible();
  await expect(dialog).toBeHidden();
  for (const { email } of people) await mailTo(email, 'We know nobody of you.');
});
