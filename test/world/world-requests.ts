import { apiDecider } from '#domain/api/decider.ts';
import type { Address } from '#domain/application/application.ts';
import { applicationDecider } from '#domain/application/decider.ts';
import type { ConsumerSettings, Credentials } from '#domain/consumer/consumer.ts';
import { consumerDecider } from '#domain/consumer/decider.ts';
import type { ConsumerRateLimit } from '#domain/consumer/rate-limit.ts';
import type { Command, Decider } from '#domain/core/decider.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { keyLimitDecider } from '#domain/key-limit/decider.ts';
import { keyLimitIdOf } from '#domain/key-limit/key-limit-id.ts';
import { operationDecider } from '#domain/operation/decider.ts';
import { organizationDecider } from '#domain/organization/decider.ts';
import { plainOrganization } from '#domain/organization/details.ts';
import { originOf } from '#domain/organization/four-eyes.ts';
import { randomId } from '#platform/uuid.ts';

type Client = Readonly<{ clientId: string; clientSecret: string }>;

/** Decides a command and appends what follows. @throws when it is refused. */
export type Send = <State, C extends Command, E extends PorticoEvent>(
  decider: Decider<State, C, E>,
  id: number | string,
  command: C,
) => Promise<void>;

type Seal = (kind: string, value: string) => Promise<{ secretId: string; fingerprint: string; last4: string }>;

/** What a user could ask for, as commands; what has an effect at the gateway answers the operation's id. */
export const requestsOf = (send: Send, seal: Seal) => {
  const sealed = async (apiKey: string | null, client: Client | undefined): Promise<Credentials> => ({
    apiKey: apiKey === null ? null : await seal('api-key', apiKey),
    oauth2: client
      ? { clientId: client.clientId, clientSecret: await seal('client-secret', client.clientSecret) }
      : null,
  });

  return {
    publish: (
      apiId: number,
      { organizationId = 1, applicationId = null }: { organizationId?: number; applicationId?: number | null } = {},
    ): Promise<void> =>
      send(apiDecider, apiId, {
        type: 'PublishApi',
        data: {
          apiId,
          organizationId,
          applicationId,
          details: { name: `API ${apiId}`, description: '', sourceRepo: '', businessAreaId: null },
          spec: {
            hash: 'a'.repeat(64),
            format: 'json',
            size: 2,
            specVersion: '3.0',
            version: '1.0.0',
            operations: 1,
            servers: [],
          },
        },
      }),
    deleteApi: async (apiId: number): Promise<string> => {
      const operationId = randomId();
      await send(apiDecider, apiId, { type: 'RequestDeletion', data: { operationId } });
      return operationId;
    },
    register: (applicationId: number, invited: readonly Address[] = []): Promise<void> =>
      send(applicationDecider, applicationId, {
        type: 'RegisterApplication',
        data: {
          applicationId,
          organizationId: 1,
          name: `Application ${applicationId}`,
          description: '',
          external: false,
          owners: [],
          invited,
        },
      }),
    deleteApplication: async (applicationId: number): Promise<string> => {
      const operationId = randomId();
      const data = { operationId, deployments: 0 };
      await send(applicationDecider, applicationId, { type: 'RequestDeletion', data });
      return operationId;
    },
    deploy: async (deploymentId: number, config: DeploymentConfig, apiId = 1): Promise<string> => {
      const operationId = randomId();
      await send(deploymentDecider, deploymentId, {
        type: 'RequestDeployment',
        data: { deploymentId, operationId, apiId, config },
      });
      return operationId;
    },
    undeploy: async (deploymentId: number): Promise<string> => {
      const operationId = randomId();
      await send(deploymentDecider, deploymentId, { type: 'RequestUndeployment', data: { operationId } });
      return operationId;
    },
    /** `apiKey` is what the caller would be shown; `client` too, where the deployment takes tokens. */
    addConsumer: async (
      consumerId: number,
      deploymentId: number,
      apiKey: string | null = `key-${randomId()}`,
      {
        client,
        ...changes
      }: Partial<ConsumerSettings> & {
        grantId?: number;
        client?: Client;
        organizationId?: number;
        apiId?: number;
      } = {},
    ): Promise<string> => {
      const operationId = randomId();
      const credentials = await sealed(apiKey, client);
      await send(consumerDecider, consumerId, {
        type: 'RequestConsumer',
        data: {
          consumerId,
          operationId,
          deploymentId,
          apiId: 1,
          organizationId: 1,
          nickname: '',
          rateLimit: null,
          requestTransformer: null,
          grantId: null,
          ...changes,
          credentials,
        },
      });
      return operationId;
    },
    changeConsumer: async (consumerId: number, changes: Partial<ConsumerSettings>): Promise<string> => {
      const operationId = randomId();
      await send(consumerDecider, consumerId, {
        type: 'RequestChange',
        data: { operationId, nickname: '', rateLimit: null, requestTransformer: null, ...changes },
      });
      return operationId;
    },
    limitKeys: async (
      deploymentId: number,
      organizationId: number,
      rateLimit: ConsumerRateLimit | null,
    ): Promise<string> => {
      const operationId = randomId();
      await send(keyLimitDecider, keyLimitIdOf(deploymentId, organizationId), {
        type: 'RequestLimit',
        data: { operationId, deploymentId, apiId: 1, organizationId, rateLimit },
      });
      return operationId;
    },
    /** The old credentials work until then; an hour unless told. */
    rotate: async (
      consumerId: number,
      apiKey: string | null,
      { until = new Date(Date.now() + 3_600_000), client }: { until?: Date; client?: Client } = {},
    ): Promise<string> => {
      const operationId = randomId();
      const credentials = await sealed(apiKey, client);
      await send(consumerDecider, consumerId, {
        type: 'RequestRotation',
        data: { operationId, credentials, until: until.toISOString() },
      });
      return operationId;
    },
    endPrevious: async (consumerId: number): Promise<string> => {
      const operationId = randomId();
      await send(consumerDecider, consumerId, { type: 'EndPrevious', data: { operationId, dueBy: null } });
      return operationId;
    },
    removeConsumer: async (consumerId: number): Promise<string> => {
      const operationId = randomId();
      await send(consumerDecider, consumerId, { type: 'RequestRemoval', data: { operationId } });
      return operationId;
    },
    organization: (organizationId: number): Promise<void> =>
      send(organizationDecider, organizationId, {
        type: 'RegisterOrganization',
        data: { ...plainOrganization, organizationId, name: `Organization ${organizationId}`, external: false },
      }),
    switchOrganization: async (organizationId: number, deactivated: boolean): Promise<string> => {
      const operationId = randomId();
      await send(organizationDecider, organizationId, {
        type: 'SwitchOrganization',
        data: { operationId, deactivated, hasLastAdministrator: false },
      });
      return operationId;
    },
    /** Requested by one administrator and approved by another. */
    deleteOrganization: async (organizationId: number): Promise<string> => {
      const operationId = randomId();
      const facts = { usedLately: false, hasLastAdministrator: false, callers: [], accepted: [] };
      const requestId = organizationId;
      await send(organizationDecider, organizationId, {
        type: 'RequestDeletion',
        data: { requestId, requestedBy: 1, ...facts },
      });
      await send(organizationDecider, organizationId, {
        type: 'ApproveDeletion',
        data: { requestId, decidedBy: 2, operationId, ...facts, approver: originOf([]), at: new Date().toISOString() },
      });
      return operationId;
    },
    replay: (operationId: string) =>
      send(operationDecider, operationId, { type: 'ReplayOperation', data: { reason: 'test' } }),
  };
};
