import { readSpec } from '#bff/documents/read-spec.ts';
import { saveSpec } from '#bff/documents/spec-store.ts';
import { newId } from '#bff/http/new-id.ts';
import type { Services } from '#bff/http/services.ts';
import { apiDecider } from '#domain/api/decider.ts';
import { applicationDecider } from '#domain/application/decider.ts';
import { businessAreaDecider } from '#domain/business-area/decider.ts';
import { consumerDecider } from '#domain/consumer/decider.ts';
import type { Command, Decider } from '#domain/core/decider.ts';
import { isRefusal, RefusedError } from '#domain/core/problem.ts';
import type { Role } from '#domain/core/role.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { type DeploymentConfig, plainDeployment } from '#domain/deployment/deployment.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { operationDecider } from '#domain/operation/decider.ts';
import { organizationDecider } from '#domain/organization/decider.ts';
import { plainOrganization } from '#domain/organization/details.ts';
import { resourceDecider } from '#domain/resource/decider.ts';
import { userDecider } from '#domain/user/decider.ts';
import { execute } from '#eventstore/execute.ts';
import { randomId } from '#platform/uuid.ts';

/** One user a role in each organization. The two owners maintain its application; only the second may choose environments. */
export const memberRoles = {
  portal: ['ROLE_PORTAL_ADMIN'],
  gateway: ['ROLE_KONG_ADMIN'],
  admin: ['ROLE_COMPANY_ADMIN'],
  user: ['ROLE_COMPANY_USER'],
  auditor: ['ROLE_AUDITOR'],
  support: ['ROLE_SUPPORT'],
  owner: ['ROLE_COMPANY_USER'],
  owningAdmin: ['ROLE_COMPANY_ADMIN'],
} as const satisfies Record<string, readonly Role[]>;
export type MemberName = keyof typeof memberRoles;
export const memberNames = Object.keys(memberRoles) as MemberName[];

export type Member = Readonly<{ userId: number; email: string; roles: readonly Role[]; subject: string }>;

/** A small description; `paths` makes it larger. */
export const specText = (title = 'Orders', version = '1.0.0', description = 'Takes orders.') =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title, version, description },
    servers: [{ url: 'https://orders.example/v1' }],
    paths: { '/orders': { get: { responses: { 200: { description: 'Done' } } } } },
  });

/** Sends commands as a portal administrator or as a worker would, and answers the position. */
export const createSeed = (services: Services, issuer: string) => {
  const { store, pool, vault, now } = services;

  const send = async <State, C extends Command, E extends PorticoEvent>(
    decider: Decider<State, C, E>,
    id: number | string,
    command: C,
    organizationId = 1,
  ): Promise<string> => {
    const done = await execute({
      store,
      decider,
      id,
      command,
      meta: {
        actor: { userId: 0, organizationId, roles: ['ROLE_PORTAL_ADMIN'] },
        commandId: randomId(),
        correlationId: randomId(),
        time: now().toISOString(),
      },
    });
    if (isRefusal(done)) throw new RefusedError(done);
    return done.position;
  };

  const seal = async (kind: string, owner: string) => {
    const secretId = randomId();
    const id = randomId();
    // Tests look for its last four characters in responses. They are in no id and no hash by chance.
    const value = `seeded-${id}-Z${id.slice(-3)}`;
    await vault.sealSecret(pool, { id: secretId, kind, owner, value });
    return { value, reference: { secretId, fingerprint: vault.fingerprint(value), last4: value.slice(-4) } };
  };

  const organization = async (name: string, external: boolean): Promise<number> => {
    const organizationId = await newId(pool, 'organization');
    await send(organizationDecider, organizationId, {
      type: 'RegisterOrganization',
      data: {
        ...plainOrganization,
        organizationId,
        name,
        external,
        description: `About ${name}`,
        contact: `contact of ${name}`,
      },
    });
    return organizationId;
  };

  const user = async (organizationId: number, name: string, roles: readonly Role[]): Promise<Member> => {
    const userId = await newId(pool, 'user');
    const subject = `${name}-${userId}`;
    const email = `${subject}@portico.example`;
    await send(userDecider, userId, {
      type: 'RegisterUser',
      data: {
        userId,
        organizationId,
        firstname: name,
        lastname: `Of ${organizationId}`,
        email,
        roles,
        identity: { issuer, subject },
      },
    });
    return { userId, email, roles, subject };
  };

  const application = async (organizationId: number, name: string, owners: readonly number[]): Promise<number> => {
    const applicationId = await newId(pool, 'application');
    await send(applicationDecider, applicationId, {
      type: 'RegisterApplication',
      data: { applicationId, organizationId, name, description: '', external: false, owners },
    });
    return applicationId;
  };

  /** Public without organizations, else theirs alone. `apiUrl` is where it takes calls; nowhere, unless a test listens. */
  const gateway = async (name: string, organizations: number[] = [], apiUrl?: string): Promise<number> => {
    const resourceId = await newId(pool, 'resource');
    await send(resourceDecider, resourceId, {
      type: 'RegisterResource',
      data: {
        resourceId,
        type: 'KONG',
        name,
        isPublic: organizations.length === 0,
        organizations,
        adminUrl: 'http://gateway.example:8001',
        apiUrl: apiUrl ?? 'http://gateway.example:8000',
        apiSslUrl: apiUrl ?? 'https://gateway.example:8443',
        httpLogEndpoint: 'http://portal.example/ingest',
        adminApiKey: (await seal('admin-key', `resource-${resourceId}`)).reference,
        telemetryKey: (await seal('telemetry-key', `resource-${resourceId}`)).reference,
      },
    });
    return resourceId;
  };

  const businessArea = async (name: string): Promise<number> => {
    const businessAreaId = await newId(pool, 'business-area');
    await send(businessAreaDecider, businessAreaId, {
      type: 'AddBusinessArea',
      data: { businessAreaId, name, description: '' },
    });
    return businessAreaId;
  };

  const api = async (organizationId: number, applicationId: number | null, name: string): Promise<number> => {
    const bytes = Buffer.from(specText(name));
    const document = await readSpec(bytes);
    if (isRefusal(document)) throw new RefusedError(document);
    await saveSpec(pool, document, bytes);
    const { hash, format, size, specVersion, version, operations, servers } = document;
    const apiId = await newId(pool, 'api');
    await send(apiDecider, apiId, {
      type: 'PublishApi',
      data: {
        apiId,
        organizationId,
        applicationId,
        details: { name, description: `About ${name}`, sourceRepo: '', businessAreaId: null },
        spec: { hash, format, size, specVersion, version, operations, servers: [...servers] },
      },
    });
    return apiId;
  };

  /** What a worker appends when it has carried an operation out, or failed for good. */
  const finish = async (operationId: string, outcome: 'completed' | 'failed' = 'completed'): Promise<string> => {
    await send(operationDecider, operationId, { type: 'StartOperation', data: { worker: 'test' } });
    return await send(
      operationDecider,
      operationId,
      outcome === 'completed'
        ? { type: 'CompleteOperation', data: { attempt: 1 } }
        : {
            type: 'FailOperation',
            data: { attempt: 1, class: 'permanent', problems: [{ code: 'gateway.refused', field: 'upstreamUrl' }] },
          },
    );
  };

  /** `state` is how far the worker has come. */
  const deployment = async (
    apiId: number,
    gatewayId: number,
    state: 'deploying' | 'deployed' | 'failed' = 'deployed',
    config: Partial<DeploymentConfig> = {},
    organizationId = 1,
  ) => {
    const deploymentId = await newId(pool, 'deployment');
    const operationId = randomId();
    const letters = operationId.replace(/[^a-f]/g, '');
    const full: DeploymentConfig = {
      name: `service-${letters}`,
      environment: 'DEV',
      authentication: 'both',
      contextPath: `route-${letters}`,
      upstreamUrl: 'http://10.1.2.3:8080/orders',
      gatewayId,
      tokenExpiration: 3_600,
      ratePerMinute: null,
      ...plainDeployment,
      ...config,
    };
    let position = await send(
      deploymentDecider,
      deploymentId,
      { type: 'RequestDeployment', data: { deploymentId, operationId, apiId, config: full } },
      organizationId,
    );
    if (state !== 'deploying') {
      const type = state === 'deployed' ? 'ConfirmDeployment' : 'FailDeployment';
      await send(deploymentDecider, deploymentId, { type, data: { operationId } });
      position = await finish(operationId, state === 'deployed' ? 'completed' : 'failed');
    }
    return { deploymentId, operationId, position, config: full };
  };

  /** A key, with what is sealed for it: an active one, or one whose operation failed. */
  const consumer = async (
    deploymentId: number,
    apiId: number,
    organizationId: number,
    state: 'completed' | 'failed' = 'completed',
  ) => {
    const consumerId = await newId(pool, 'consumer');
    const operationId = randomId();
    const owner = `consumer-${consumerId}`;
    const [apiKey, clientSecret] = [await seal('api-key', owner), await seal('client-secret', owner)];
    const credentials = {
      apiKey: apiKey.reference,
      oauth2: { clientId: `client-${randomId()}`, clientSecret: clientSecret.reference },
    };
    await send(
      consumerDecider,
      consumerId,
      {
        type: 'RequestConsumer',
        data: {
          consumerId,
          operationId,
          deploymentId,
          apiId,
          organizationId,
          nickname: 'seeded',
          rateLimit: null,
          requestTransformer: null,
          credentials,
          grantId: null,
        },
      },
      organizationId,
    );
    const type = state === 'completed' ? 'ConfirmConsumer' : 'FailConsumer';
    await send(consumerDecider, consumerId, { type, data: { operationId } });
    const position = await finish(operationId, state);
    return { consumerId, operationId, position, apiKey: apiKey.value, clientSecret: clientSecret.value };
  };

  return { send, organization, user, application, gateway, businessArea, api, finish, deployment, consumer };
};
