import { gatewayObjectDecider } from '#domain/gateway-object/decider.ts';
import type { GatewayObject, ObjectSave } from '#domain/gateway-object/gateway-object.ts';
import { loadState } from '#eventstore/load.ts';
import { adminUrls } from '#gateway/admin-api/admin-urls.ts';
import { type EntityReference, type FoundEntity, isKongObject, type KongObject } from '#gateway/admin-api/entity.ts';
import { GatewayError } from '#gateway/admin-api/gateway-failure.ts';
import type { GatewaySession } from '#gateway/admin-api/session.ts';
import { has, merged } from '#gateway/change/compare-object.ts';
import { mirrored } from '#gateway/mirror/mirrored.ts';
import type { SchemaField } from '#gateway/mirror/plugin-schema.ts';
import { readEntitySchema, readPlugin } from '#gateway/mirror/plugin-schemas.ts';
import { joinSecrets, SecretGoneError } from '#gateway/mirror/plugin-secrets.ts';
import { deploymentAtHost } from '#projections/deployment-at-host.ts';
import { type Handler, nothing } from '../engine/handler.ts';
import { PermanentError, type Run, SupersededError } from '../engine/run.ts';
import { withGateway } from '../gateway/gateway-session.ts';
import { storeObjects } from '../gateway/mirror/store-mirror.ts';

type Asked = Exclude<GatewayObject, { status: 'settled' }>;

const referenceTo = ({ kind, objectId, name, upstreamId }: Asked): EntityReference => ({
  kind,
  id: objectId,
  ...(upstreamId ? { upstreamId } : {}),
  label: kind === 'plugin' && name ? `plugin ${name}` : kind,
});

/** @throws PermanentError when the object is another one than the person saw. Then the table has it as it is, so that they see why. */
const assertAsSeen = async (
  { services: { pool, vault } }: Run,
  { gateway, client, names }: GatewaySession,
  { seen }: Asked,
  { kind, body }: FoundEntity,
): Promise<void> => {
  const gatewayId = gateway.resourceId;
  const [now] = await mirrored({ gatewayId, client, names, vault }, kind, [body]);
  if (now?.hash === seen) return;
  if (now) await storeObjects(pool, gatewayId, [now]);
  throw new PermanentError({ code: 'gateway-object.changed' });
};

const remove = async (run: Run, session: GatewaySession, asked: Asked): Promise<void> => {
  const entity = referenceTo(asked);
  const found = await session.client.get(entity);
  // An attempt before this one has removed it, or somebody else has.
  if (!found) return;
  await assertAsSeen(run, session, asked, found);
  await run.assertCurrent();
  await session.client.remove(entity);
  await run.record(`delete ${entity.label}`, entity.id, 'removed');
};

/** Opens the new secrets of a change. @throws PermanentError when one was destroyed. */
const openSecrets = async ({ services: { vault, pool } }: Run, secrets: ObjectSave['secrets']) => {
  const opened = new Map<string, string>();
  for (const [fingerprint, id] of Object.entries(secrets ?? {})) {
    const value = await vault.openSecret(pool, id);
    if (value === undefined) throw new PermanentError({ code: 'secret.missing' });
    opened.set(fingerprint, value);
  }
  return opened;
};

/** Returns fields with new secrets in place of what stands for them: a certificate's private key. */
const withSecrets = (fields: KongObject, secrets: ReadonlyMap<string, string>): KongObject =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const shown = isKongObject(value) && typeof value.fingerprint === 'string' ? value.fingerprint : '';
      const given = secrets.get(shown);
      return [name, given === undefined ? value : JSON.parse(given)];
    }),
  );

const destroySecrets = async ({ vault, pool }: Run['services'], asked: Asked): Promise<void> => {
  const secrets = asked.status === 'saving' ? Object.values(asked.secrets ?? {}) : [];
  for (const id of secrets) await vault.destroySecret(pool, id);
};

/** What is to be set, with its secrets in it. They leave this process to the gateway only. */
type Wanted = Readonly<{ fields: KongObject; schema: SchemaField | undefined }>;

const wantedOf = async (
  run: Run,
  { client, gateway }: GatewaySession,
  { kind, fields, secrets, name }: Asked & ObjectSave,
  found: KongObject,
): Promise<Wanted> => {
  const opened = await openSecrets(run, secrets);
  if (kind === 'upstream' || kind === 'service' || kind === 'route')
    return { fields, schema: (await readEntitySchema(client, kind))?.schema };
  if (kind !== 'plugin' || fields.config === undefined)
    return { fields: withSecrets(fields, opened), schema: undefined };
  const plugin = String(found.name ?? fields.name ?? name);
  const told = await readPlugin(gateway.resourceId, client, plugin);
  if (!told) throw new PermanentError({ code: 'gateway-object.plugin-unknown' });
  const { schema } = told;
  try {
    const { fingerprint } = run.services.vault;
    const body = { name: plugin, config: fields.config };
    const { config } = joinSecrets({ body, schema }, found, opened, fingerprint);
    return { fields: { ...fields, config }, schema };
  } catch (error) {
    if (error instanceof SecretGoneError) throw new PermanentError({ code: 'gateway-object.changed' });
    throw error;
  }
};

/** What the forms of services and routes name otherwise than Kong does. */
const formNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['protocol', 'host', 'port', 'path'].map((name) => [`service.${name}`, 'url'])),
  'service.retries': 'retries',
  'service.connect_timeout': 'connectTimeout',
  'service.write_timeout': 'writeTimeout',
  'service.read_timeout': 'readTimeout',
  'service.enabled': 'enabled',
  'route.paths': 'contextPath',
  'route.service': 'serviceId',
  'route.strip_path': 'stripPath',
  'route.preserve_host': 'preserveHost',
};

/** Returns where a form shows a field that the gateway refuses. */
const fieldOfForm = ({ kind }: EntityReference, field: string): string => {
  const [name = ''] = field.split('.');
  const isDrawn = kind === 'upstream' || kind === 'service' || kind === 'route';
  return formNames[`${kind}.${name}`] ?? (isDrawn && field !== 'name' ? `settings.${field}` : field);
};

/** Puts an object. What the gateway refuses is told at each field. */
const put = async (
  { client }: GatewaySession,
  entity: EntityReference,
  body: KongObject,
  isNew: boolean,
): Promise<void> => {
  try {
    // Kong has no target before it was posted.
    await (isNew && entity.kind === 'target' ? client.create(entity, body) : client.put(entity, body));
  } catch (error) {
    const refused = error instanceof GatewayError ? (error.failure.refusedFields ?? []) : [];
    const [first, ...more] = refused.map((field) => ({
      code: 'gateway.refused',
      field: fieldOfForm(entity, field),
      parameters: { object: entity.kind, kongField: field },
    }));
    // The forms of others have names of their own.
    if (!first) throw error;
    throw new PermanentError(first, ...more);
  }
};

/** @throws GatewayError when a target is not allowed: its name may have another address than when it was asked for. */
const assertAllowed = async ({ services: { targets, pool } }: Run, { target }: KongObject): Promise<void> => {
  if (typeof target !== 'string') return;
  const code = await targets(`http://${target}`, await adminUrls(pool));
  if (!code) return;
  const sorted = code === 'deployment.upstream-dns-silent' ? 'retry' : 'permanent';
  throw new GatewayError({ class: sorted, problem: { code, field: 'target' } });
};

/** @throws PermanentError for an upstream that would take the calls of a deployment that was requested meanwhile. */
const assertTakesNone = async (
  { services: { pool } }: Run,
  { kind, gatewayId }: Asked,
  { name }: KongObject,
  before: KongObject | undefined,
): Promise<void> => {
  if (kind !== 'upstream' || typeof name !== 'string' || name === before?.name) return;
  const api = await deploymentAtHost(pool, { gatewayId, host: name });
  if (api === undefined) return;
  throw new PermanentError({
    code: 'gateway-object.host-of-deployment',
    field: 'name',
    parameters: { host: name, api },
  });
};

const save = async (run: Run, session: GatewaySession, asked: Asked & ObjectSave): Promise<void> => {
  const entity = referenceTo(asked);
  const found = await session.client.get(entity);
  if (!found && asked.seen !== null) throw new PermanentError({ code: 'gateway-object.gone' });
  const { fields, schema } = await wantedOf(run, session, asked, found?.body ?? {});
  // An attempt before this one has written it.
  if (found && has(found.body, fields, schema)) return;
  if (found) await assertAsSeen(run, session, asked, found);
  await assertAllowed(run, fields);
  await assertTakesNone(run, asked, fields, found?.body);
  await run.assertCurrent();
  // All that the form does not show stays, also what this release does not know.
  await put(session, entity, merged(found?.body ?? {}, fields, schema), !found);
  await run.record(`put ${entity.label}`, entity.id, found ? 'changed' : 'created');
  const after = await session.client.get(entity);
  if (!after || !has(after.body, fields, schema)) throw new PermanentError({ code: 'gateway-object.not-kept' });
  await run.record('read back', '1', 'verified');
};

/** Changes or deletes one object at a gateway, as a person asked, if it is still as they saw it. */
export const changeObject: Handler = {
  run: async (run) => {
    const { services, operationId, subject } = run;
    const asked = await loadState(services.store, gatewayObjectDecider, subject.id);
    if (asked.status === 'settled' || asked.operationId !== operationId) throw new SupersededError();
    await withGateway(run, asked.gatewayId, (session) =>
      asked.status === 'saving' ? save(run, session, asked) : remove(run, session, asked),
    );
    await run.decide(gatewayObjectDecider, subject.id, { type: 'ConfirmChange', data: { operationId } });
    // The gateway has them.
    await destroySecrets(services, asked);
  },
  // What was written is one object, whole. Nobody knows whether its owner wants the one before.
  restore: nothing,
  fail: async ({ services, operationId, subject, decide }) => {
    const asked = await loadState(services.store, gatewayObjectDecider, subject.id);
    await decide(gatewayObjectDecider, subject.id, { type: 'FailChange', data: { operationId } });
    // The gateway never gets them: a replay finds nothing that is asked for.
    if (asked.status !== 'settled' && asked.operationId === operationId) await destroySecrets(services, asked);
  },
};
