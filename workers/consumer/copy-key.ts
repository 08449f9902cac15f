import { createHash } from 'node:crypto';
import type {
  ConsumerCommand,
  ConsumerEvent,
  Credentials,
  KnownConsumer,
  SecretReference,
} from '#domain/consumer/consumer.ts';
import { consumerDecider } from '#domain/consumer/decider.ts';
import { type KeyStep, nextKeyStep } from '#domain/consumer/follow-key.ts';
import { byPortal } from '#domain/core/actor.ts';
import { idSequenceOf, streamOf } from '#domain/core/id.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { execute } from '#eventstore/execute.ts';
import { load, loadState } from '#eventstore/load.ts';
import { GatewayError } from '#gateway/admin-api/gateway-failure.ts';
import { openSecret } from '#gateway/admin-api/session.ts';
import { crashPoint } from '#platform/crash-point.ts';
import { porticoNamespace, randomId, uuidV5 } from '#platform/uuid.ts';
import type { WorkerServices } from '../engine/worker-services.ts';

/** Returns the id of a key's copy at a deployment, a new one the first time: of two processes both get the same. */
const copyIdOf = async ({ pool }: WorkerServices, deploymentId: number, originalId: number): Promise<number> => {
  await pool.query(
    `insert into key_copies (deployment_id, original_id, copy_id)
     select $1, $2, nextval('${idSequenceOf('consumer')}')
     where not exists (select from key_copies where deployment_id = $1 and original_id = $2)
     on conflict (deployment_id, original_id) do nothing`,
    [deploymentId, originalId],
  );
  crashPoint('copy-key.id.after');
  const { rows } = await pool.query<{ id: number }>(
    'select copy_id as id from key_copies where deployment_id = $1 and original_id = $2',
    [deploymentId, originalId],
  );
  return rows[0]?.id as number;
};

type Asked = Readonly<{ deploymentId: number; copyId: number; original: KnownConsumer; addedBy: number; name: string }>;

/** Returns who added a key: for a copy of a copy, who added the first one. */
const adderOf = (events: readonly RecordedEvent<ConsumerEvent>[]): number => {
  const [first] = events;
  const added = first?.type === 'ConsumerRequested' ? first.data.copyOf?.addedBy : undefined;
  return added ?? first?.meta.actor.userId ?? byPortal.userId;
};

/** Seals the credentials once more, for the copy: each key destroys its own secrets. */
const sealAgain = async (
  services: WorkerServices,
  { copyId, name }: Asked,
  { apiKey, oauth2 }: Credentials,
): Promise<Credentials> => {
  const { vault, pool } = services;
  const seal = async (kind: string, { secretId, fingerprint, last4 }: SecretReference): Promise<SecretReference> => {
    const value = await openSecret(services, { secretId });
    const id = uuidV5(porticoNamespace, `${name}/${secretId}`);
    await vault.sealSecret(pool, { id, kind, owner: streamOf('consumer', copyId), value });
    crashPoint('copy-key.seal.after');
    return { secretId: id, fingerprint, last4 };
  };
  return {
    apiKey: apiKey && (await seal('api-key', apiKey)),
    oauth2: oauth2 && { ...oauth2, clientSecret: await seal('client-secret', oauth2.clientSecret) },
  };
};

const commandOf = async (services: WorkerServices, step: KeyStep, asked: Asked): Promise<ConsumerCommand> => {
  const operationId = uuidV5(porticoNamespace, asked.name);
  const { deploymentId, copyId: consumerId, original, addedBy } = asked;
  const { apiId, organizationId, grantId } = original;
  switch (step.type) {
    case 'add': {
      const credentials = await sealAgain(services, asked, step.credentials);
      const subject = { consumerId, operationId, deploymentId, apiId, organizationId, grantId };
      const copyOf = { consumerId: original.consumerId, addedBy };
      return { type: 'RequestConsumer', data: { ...subject, ...step.settings, credentials, copyOf } };
    }
    case 'rotate': {
      const credentials = await sealAgain(services, asked, step.credentials);
      const until = step.until ?? new Date().toISOString();
      return { type: 'RequestRotation', data: { operationId, credentials, until } };
    }
    case 'change':
      return { type: 'RequestChange', data: { operationId, ...step.settings } };
    case 'end-previous':
      return { type: 'EndPrevious', data: { operationId, dueBy: null } };
    case 'remove':
      return { type: 'RequestRemoval', data: { operationId } };
    default:
      return step satisfies never;
  }
};

/**
 * Asks for the next step that brings the copy of a key level with it. The step is an operation of its own; when it is done, the next one is
 * asked for. A step is asked for once, however often this is called.
 *
 * @param deploymentId where the copy is.
 */
export const copyKey = async (services: WorkerServices, deploymentId: number, originalId: number): Promise<void> => {
  const { store } = services;
  const { state: original, events } = await load(store, consumerDecider, originalId);
  if (original.status === 'none') return;
  const copyId = await copyIdOf(services, deploymentId, originalId);
  const copy = await loadState(store, consumerDecider, copyId);
  const step = nextKeyStep(original, copy);
  if (!step) return;
  const generation = copy.status === 'none' ? 0 : (copy.applied?.generation ?? 0);
  const digest = createHash('sha256').update(JSON.stringify(step)).digest('hex');
  const name = `copy-key/${copyId}/${original.operationId}/${generation}/${digest}`;
  const asked = { deploymentId, copyId, original, addedBy: adderOf(events), name };
  const command = await commandOf(services, step, asked).catch((error: unknown) => {
    // The secret was destroyed: the key ended meanwhile, and its event comes.
    if (error instanceof GatewayError) return undefined;
    throw error;
  });
  if (!command) return;
  await execute({
    store,
    decider: consumerDecider,
    id: copyId,
    command,
    meta: {
      actor: byPortal,
      commandId: uuidV5(porticoNamespace, `${name}/command`),
      correlationId: randomId(),
      time: new Date().toISOString(),
    },
  });
  crashPoint('copy-key.request.after');
};
