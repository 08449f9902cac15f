import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import { eventActor } from '#bff/http/command.ts';
import { portal } from '#domain/core/actor.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { plainDeployment } from '#domain/deployment/deployment.ts';
import { deployBody } from '#domain/deployment/schema.ts';
import { execute } from '#eventstore/execute.ts';
import { randomId } from '#platform/uuid.ts';
import { measure, printRatio } from './measure.ts';
import type { World } from './world.ts';

const body = {
  id: 1,
  name: 'Payments',
  env: 'DEV',
  auth: 'apikey',
  contextPath: 'payments',
  upstreamUrl: 'https://payments.example/v1',
  kongServer: 1,
  oAuth2Config: { tokenExpiration: 86_400 },
  rateLimit: { enabled: false, ratePerMinute: 60 },
} as const;

/** A deploy request (validate, read, decide, append) against the same route that only inserts one row. */
export const benchCommands = async (
  { services, ownerUrl: _ownerUrl }: World,
  owner: { query: (sql: string) => Promise<unknown> },
): Promise<void> => {
  await owner.query(
    'create table bench_bare (id uuid primary key, stream text not null, version int not null, data text not null, unique (stream, version))',
  );
  await owner.query('grant insert on bench_bare to portico_app');
  const bare = new Hono().post('/', zValidator('json', deployBody), async (c) => {
    await services.pool.query('insert into bench_bare values ($1, $2, 1, $3)', [
      randomId(),
      randomId(),
      JSON.stringify(c.req.valid('json')),
    ]);
    return c.json({ done: true });
  });
  let deploymentId = 1_000_000;
  const ours = new Hono().post('/', zValidator('json', deployBody), async (c) => {
    const request = c.req.valid('json');
    deploymentId += 1;
    const operationId = randomId();
    const config = {
      name: request.name,
      environment: request.env,
      authentication: request.auth,
      contextPath: request.contextPath,
      upstreamUrl: request.upstreamUrl,
      gatewayId: request.kongServer,
      tokenExpiration: request.oAuth2Config.tokenExpiration,
      ratePerMinute: null,
      ...plainDeployment,
    };
    const done = await execute({
      store: services.store,
      decider: deploymentDecider,
      id: deploymentId,
      command: { type: 'RequestDeployment', data: { deploymentId, operationId, apiId: request.id, config } },
      meta: {
        actor: eventActor(portal),
        commandId: randomId(),
        correlationId: randomId(),
        time: new Date().toISOString(),
      },
    });
    return c.json(done);
  });
  const post = (app: { request: (path: string, init: RequestInit) => Response | Promise<Response> }) => async () => {
    const response = await app.request('/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`the benchmark's command was refused: ${await response.text()}`);
    await response.arrayBuffer();
  };
  for (const clients of [1, 16]) {
    const bareRate = await measure(2_000, clients, post(bare));
    const ourRate = await measure(2_000, clients, post(ours));
    printRatio(
      `command: deploy request against Hono + one insert, ${clients} at a time`,
      ourRate.rate,
      bareRate.rate,
      'a second',
    );
  }
};
