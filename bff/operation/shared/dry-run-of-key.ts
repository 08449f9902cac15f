import { accessIdOf } from '#domain/access/access.ts';
import { accessDecider, allowsKey } from '#domain/access/decider.ts';
import type { ConsumerConfig, KnownConsumer, SecretReference } from '#domain/consumer/consumer.ts';
import { consumerDecider } from '#domain/consumer/decider.ts';
import type { ObjectChange } from '#domain/core/gateway-plan.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import { servedBy } from '#domain/deployment/served-by.ts';
import { keyLimitDecider } from '#domain/key-limit/decider.ts';
import { keyLimitIdOf } from '#domain/key-limit/key-limit-id.ts';
import { organizationDecider } from '#domain/organization/decider.ts';
import { isGoing, isSuspended } from '#domain/organization/organization.ts';
import { loadState } from '#eventstore/load.ts';
import type { FoundEntity } from '#gateway/admin-api/entity.ts';
import type { GatewaySession } from '#gateway/admin-api/session.ts';
import { difference } from '#gateway/change/difference.ts';
import { planOfSteps } from '#gateway/change/plan-of-steps.ts';
import { apiKeyId } from '#gateway/names/credential-ids.ts';
import { desiredKey } from '#gateway/plan/desired-key.ts';
import { actualOfConsumer } from '#gateway/plan/own-entities.ts';
import { readGateway } from '../../deployment/shared/gateway-reader.ts';
import type { Services } from '../../http/services.ts';
import { type Asked, type DryRun, saying, sayingChanges } from './dry-run-answer.ts';

/** A credential that is wanted. It is not opened: its id says whether it is there, its fingerprint whether it is the same. */
type Wanted = Readonly<{ kind: 'key-auth' | 'oauth2'; id: string; field: string; secret: SecretReference }>;

const wantedIn = (
  { names }: GatewaySession,
  { consumerId }: KnownConsumer,
  config: ConsumerConfig,
  isSuspended: boolean,
): Wanted[] => {
  if (isSuspended) return [];
  return [config, ...(config.previous ? [config.previous] : [])].flatMap((generation): Wanted[] => {
    const { apiKey, oauth2 } = generation.credentials;
    const oauthId = names.credentialId('oauth2', consumerId, generation.generation);
    return [
      ...(apiKey
        ? [{ kind: 'key-auth', id: apiKeyId(names, consumerId, generation), field: 'key', secret: apiKey } as const]
        : []),
      ...(oauth2
        ? [{ kind: 'oauth2', id: oauthId, field: 'client_secret', secret: oauth2.clientSecret } as const]
        : []),
    ];
  });
};

const isCredential = ({ kind }: Pick<FoundEntity, 'kind'>): boolean => kind === 'key-auth' || kind === 'oauth2';

/** Shown instead of a secret (requirement E1). */
const masked = ['••••'];

const changesOf = (
  { vault }: Services,
  wanted: readonly Wanted[],
  actual: readonly FoundEntity[],
): readonly ObjectChange[] => {
  const there = new Map(actual.filter(isCredential).map((entity) => [entity.id, entity]));
  const ids = new Set(wanted.map(({ id }) => id));
  const put = wanted.flatMap(({ kind, id, field, secret }): ObjectChange[] => {
    const found = there.get(id);
    if (!found) return [{ action: 'add', object: kind, name: '', fields: [] }];
    const value = found.body[field];
    // A gateway may keep the hash of a client's secret only.
    const isSame = kind === 'oauth2' || (typeof value === 'string' && vault.fingerprint(value) === secret.fingerprint);
    if (isSame) return [];
    return [{ action: 'change', object: kind, name: '', fields: [{ field, removed: masked, added: masked, more: 0 }] }];
  });
  const gone = [...there.values()].filter(({ id }) => !ids.has(id));
  return [...put, ...gone.map(({ kind }): ObjectChange => ({ action: 'remove', object: kind, name: '', fields: [] }))];
};

const compare = async (
  services: Services,
  session: GatewaySession,
  key: KnownConsumer,
  deployment: DeploymentConfig,
  suspended: boolean,
): Promise<DryRun> => {
  const { store, pool } = services;
  const { deploymentId, organizationId, wanted: config } = key;
  const keyLimit = await loadState(store, keyLimitDecider, keyLimitIdOf(deploymentId, organizationId));
  const desired = await desiredKey(pool, session, key, { deployment, config, keyLimit, credentials: [] });
  const actual = await actualOfConsumer(session, key, desired);
  const wanted = wantedIn(session, key, config, suspended);
  // One that callers had before their service was put under the portal may still be with the consumer that had it.
  if (config.credentials.apiKey?.former && !actual.some(({ id }) => id === wanted[0]?.id)) return saying('unknown');
  const others = actual.filter((entity) => !isCredential(entity));
  return sayingChanges([
    ...planOfSteps(difference(desired, others), others).changes,
    ...changesOf(services, wanted, actual),
  ]);
};

/** Returns what a worker would change at the gateway for a key now. @throws RefusedError when the gateway can't be read. */
export const dryRunOfKey = async (services: Services, { id, kind, subject_id }: Asked): Promise<DryRun> => {
  const { store } = services;
  const key = await loadState(store, consumerDecider, Number(subject_id));
  if (key.status === 'none' || key.status === 'removed' || key.operationId !== id) return saying('replaced');
  const deployment = await loadState(store, deploymentDecider, key.deploymentId);
  if (kind === 'remove-consumer') {
    if (deployment.status === 'none') return saying('nothing');
    return await readGateway(services, deployment.wanted.gatewayId, async (session) => {
      const actual = await actualOfConsumer(session, key, []);
      return sayingChanges(planOfSteps(difference([], actual), actual).changes);
    });
  }
  const organization = await loadState(store, organizationDecider, key.organizationId);
  if (isGoing(organization)) return saying('replaced');
  const served = servedBy(deployment);
  if (deployment.status === 'deploying') return saying('unknown');
  if (!served)
    return kind === 'add-consumer' ? saying('fails', { problem: { code: 'deployment.gone' } }) : saying('replaced');
  const access = await loadState(store, accessDecider, accessIdOf(key.apiId, key.organizationId));
  if (key.grantId !== null && !allowsKey(access, key.grantId))
    return saying('fails', { problem: { code: 'access.revoked' } });
  return await readGateway(services, served.gatewayId, (session) =>
    compare(services, session, key, served, isSuspended(organization)),
  );
};
