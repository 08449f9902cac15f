import { randomInt } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { call, shown } from './call.ts';
import { echoUrl, gatewayAdmin } from './stack.ts';

/** Letters only, as service names want them; another one each time, also for two workers that begin in one millisecond. */
export const newName = (): string =>
  [...String(randomInt(1e7, 1e8))].map((digit) => 'abcdefghij'[Number(digit)]).join('');

type Position = { position: string };

export const apiIdOf = async (page: Page, name: string): Promise<number> => {
  const all = await call<readonly { id: number; name: string }[]>(page, 'GET', '/api/allapis');
  const id = all.find((api) => api.name === name)?.id;
  if (id === undefined) throw new Error(`The demo has no ${name}`);
  return id;
};

/** An issue as somebody would report it. Answers its id. */
export const reportIssue = async (page: Page): Promise<number> => {
  const form = { title: 'The refund of an order is slow', description: 'It takes a minute since this morning.' };
  const { issueId, position } = await call<Position & { issueId: number }>(page, 'POST', '/api/user/reportIssue', {
    form,
  });
  await shown(page, position);
  return issueId;
};

type Requested = Position & { operationId: string; entityId: number; approvalId?: number };

/** A new API, in the first application of whoever is signed in, if they have one. Answers its id once it is shown. */
export const publish = async (page: Page, specText: string): Promise<number> => {
  const [app] = await call<readonly { id: number }[]>(page, 'GET', '/api/my-apps');
  const { apiId, position } = await call<Position & { apiId: number }>(page, 'PUT', '/api/swaggers', {
    json: { specText, appId: app?.id ?? null },
  });
  await shown(page, position);
  return apiId;
};

/** Another version of an API's description, shown as soon as this answers. */
export const saveVersion = async (page: Page, apiId: number, specText: string): Promise<void> => {
  const { position } = await call<Position>(page, 'PUT', '/api/swaggers', { json: { apiId, specText } });
  await shown(page, position);
};

/** Asks for a deployment to the first gateway; `form` says the rest. */
export const deploy = async (page: Page, form: object): Promise<Requested> => {
  const gateways = await call<readonly { id: number }[]>(page, 'GET', '/api/resources?type=KONG');
  const rest = { oAuth2Config: { tokenExpiration: 86_400 }, rateLimit: { enabled: false, ratePerMinute: 60 } };
  return await call(page, 'POST', '/api/swagger/deploy', { json: { kongServer: gateways[0]?.id, ...rest, ...form } });
};

/** What has become of an operation once it has ended. */
export const ended = async (page: Page, { operationId, position }: Requested): Promise<string> => {
  await shown(page, position);
  const read = async () => (await call<{ state: string }>(page, 'GET', `/api/operations/${operationId}`)).state;
  await expect.poll(read, { timeout: 60_000 }).toMatch(/completed|failed/);
  return await read();
};

/** A deployment of an API to TEST that takes keys and tokens, in front of the echo service. */
export const deployToTest = async (page: Page, apiId: number): Promise<Readonly<{ id: number; path: string }>> => {
  const name = newName();
  const form = { id: apiId, name, env: 'TEST', auth: 'both', contextPath: name, upstreamUrl: echoUrl() };
  const requested = await deploy(page, form);
  expect(await ended(page, requested)).toBe('completed');
  return { id: requested.entityId, path: `/${name}-test` };
};

/** Asks a second person for a deployment to PROD, where two people change it from now on. Answers the request's id once it is shown. */
export const askForApproval = async (page: Page, apiId: number): Promise<number> => {
  await call(page, 'POST', '/api/approval-rules', { json: { environment: 'PROD', twoPeople: true } });
  const name = newName();
  const form = { id: apiId, name, env: 'PROD', auth: 'apikey', contextPath: name, upstreamUrl: echoUrl() };
  const { approvalId, position } = await deploy(page, form);
  await shown(page, position);
  if (approvalId === undefined) throw new Error('PROD is changed by one person');
  return approvalId;
};

/** Asks a second person for an administrator's role, which two people give from now on. Answers the request's id once it is shown. */
export const askForAdministrator = async (page: Page): Promise<number> => {
  await call(page, 'POST', '/api/approval-rules/people', { json: { twoPeople: true } });
  const name = newName();
  const { email } = await call<{ email: string }>(page, 'GET', '/auth/session');
  const own = await call<{ organizationId: number }>(page, 'GET', `/api/user?${new URLSearchParams({ email })}`);
  const person = { firstname: 'Nadia', lastname: `Of ${name}`, email: `nadia-${name}@portico.example` };
  const json = { id: 0, ...person, organizationId: own.organizationId, portalAdmin: true };
  type Asked = Position & { approvalId?: number };
  const { approvalId, position } = await call<Asked>(page, 'POST', '/api/user/edit-user', { json });
  await shown(page, position);
  if (approvalId === undefined) throw new Error('one person gives the role');
  return approvalId;
};

/** The review of access that is open, after an auditor has started one if there was none. Answers its id. */
export const openReview = async (page: Page): Promise<number> => {
  const dueOn = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  // Refused while one is open.
  await call(page, 'POST', '/api/review-rounds', { json: { dueOn } }).catch(() => undefined);
  let id: number | undefined;
  await expect
    .poll(async () => {
      type Reviews = { rounds: readonly { id: number }[] };
      const { rounds } = await call<Reviews>(page, 'GET', '/api/review-rounds?state=open');
      id = rounds[0]?.id;
      return id;
    })
    .toBeDefined();
  return id ?? 0;
};

type Spec = { paths: Record<string, Record<string, { parameters?: unknown[] }>> };

/** A second version of an API that breaks its callers. */
export const breakCallers = async (page: Page, apiId: number): Promise<void> => {
  const spec = await call<Spec>(page, 'GET', `/api/swagger/${apiId}?type=json`);
  const [operation] = Object.values(Object.values(spec.paths)[0] ?? {});
  if (!operation) throw new Error('The spec has no operation');
  operation.parameters = [{ name: 'shop', in: 'query', required: true, schema: { type: 'string' } }];
  await saveVersion(page, apiId, JSON.stringify(spec));
};

/** A deployment that fails, because somebody else's service has its name. Answers the operation's id. */
export const failDeployment = async (page: Page, apiId: number): Promise<string> => {
  const name = newName();
  await gatewayAdmin('POST', '/services', { name: `Walk-${name}-dev`, url: 'http://other.example' });
  const requested = await deploy(page, {
    id: apiId,
    name: `Walk ${name}`,
    env: 'DEV',
    auth: 'apikey',
    contextPath: `walk-${name}`,
    upstreamUrl: echoUrl(),
  });
  expect(await ended(page, requested)).toBe('failed');
  return requested.operationId;
};
