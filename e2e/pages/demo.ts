import { expect, type Page } from '@playwright/test';
import { gatewayAdmin } from '../stack.ts';
import { call } from './call.ts';

/** Letters only, as service names want them; another one each run, so that a stack may serve several. */
export const newName = (): string => [...String(Date.now() % 1e8)].map((digit) => 'abcdefghij'[Number(digit)]).join('');

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
  await call(page, 'GET', `/api/issues/${issueId}`, {}, { 'x-min-position': position });
  return issueId;
};

/** A deployment that fails, because somebody else's service has its name. Answers the operation's id. */
export const failDeployment = async (page: Page, apiId: number): Promise<string> => {
  const name = newName();
  await gatewayAdmin('POST', '/services', { name: `Walk-${name}-dev`, url: 'http://other.example' });
  const gateways = await call<readonly { id: number }[]>(page, 'GET', '/api/resources?type=KONG');
  const { operationId, position } = await call<Position & { operationId: string }>(
    page,
    'POST',
    '/api/swagger/deploy',
    {
      json: {
        id: apiId,
        name: `Walk ${name}`,
        env: 'DEV',
        auth: 'apikey',
        contextPath: `walk-${name}`,
        upstreamUrl: 'http://target.example',
        kongServer: gateways[0]?.id,
        oAuth2Config: { tokenExpiration: 86_400 },
        rateLimit: { enabled: false, ratePerMinute: 60 },
      },
    },
  );
  const read = () =>
    call<{ state: string }>(page, 'GET', `/api/operations/${operationId}`, {}, { 'x-min-position': position });
  await expect.poll(async () => (await read()).state).toBe('failed');
  return operationId;
};
