import { createHash } from 'node:crypto';
import {
  type DifferenceForm,
  type FieldDifference,
  type FoundDifference,
  mostFields,
} from '#domain/difference/difference.ts';
import { cutText } from '#platform/cut-text.ts';
import {
  type DesiredEntity,
  type EntityKind,
  type EntityReference,
  type FoundEntity,
  isKongObject,
  type KongObject,
} from '../admin-api/entity.ts';
import { agrees } from '../change/difference.ts';
import { nameIn } from '../change/plan-of-steps.ts';
import { type MirrorSource, plainBody } from '../mirror/mirrored.ts';
import { bounded, fieldDifferences } from './field-differences.ts';
import { comparable, type Held, lostEntities } from './lost-objects.ts';
import { weakeningObjects } from './weakening-objects.ts';

/**
 * Values that Kong gives to fields which Portico does not set (Kong 3.9.1). Each write of Portico brings a field back to them. An older
 * Kong does not have all of these fields.
 */
const defaults: Partial<Record<EntityKind, KongObject>> = {
  service: {
    retries: 5,
    connect_timeout: 60_000,
    write_timeout: 60_000,
    read_timeout: 60_000,
    client_certificate: null,
    tls_verify: null,
    tls_verify_depth: null,
    ca_certificates: null,
  },
  route: {
    regex_priority: 0,
    path_handling: 'v0',
    preserve_host: false,
    https_redirect_status_code: 426,
    request_buffering: true,
    response_buffering: true,
    snis: null,
    sources: null,
    destinations: null,
  },
};

/** Adds the headers that a log plugin sends besides those that were applied: they should not be there. */
const withoutMoreHeaders = (wanted: KongObject, held: KongObject): KongObject => {
  const [config, actual] = [wanted.config, held.config];
  if (wanted.name !== 'http-log' || !isKongObject(config) || !isKongObject(actual)) return wanted;
  const more = Object.keys(isKongObject(actual.headers) ? actual.headers : {}).map((name) => [name, null] as const);
  const headers = { ...Object.fromEntries(more), ...(isKongObject(config.headers) ? config.headers : {}) };
  return { ...wanted, config: { ...config, headers } };
};

/** Returns the values that an object should have, of the fields that are compared. */
const expectedOf = (entity: DesiredEntity, held: KongObject): KongObject => ({
  ...Object.fromEntries(Object.entries(defaults[entity.kind] ?? {}).filter(([name]) => name in held)),
  ...withoutMoreHeaders(comparable(entity), held),
});

/** Returns whether a gateway holds an object as it is planned, also in the fields that Portico leaves to Kong. */
export const isAsPlanned = (entity: DesiredEntity, held: KongObject): boolean => agrees(expectedOf(entity, held), held);

/**
 * An object that is not as it was applied.
 *
 * @property applied undefined for what nobody applied.
 * @property held    undefined for what is missing.
 */
export type Differing = Readonly<{
  form: DifferenceForm;
  entity: EntityReference;
  applied: DesiredEntity | undefined;
  held: KongObject | undefined;
}>;

/**
 * Returns the objects of a deployment that are not as they were applied, without those that protect it, or
 * weaken its protection: these are answered at once.
 *
 * @param own what the gateway holds of it, without what belongs to its keys and without its canary.
 */
export const differingObjects = (
  desired: readonly DesiredEntity[],
  held: Held,
  own: readonly FoundEntity[],
): Differing[] => {
  const lost = new Set(lostEntities(desired, held).map(({ entity }) => entity.id));
  const planned = new Set(desired.map(({ id }) => id));
  const changed = desired.flatMap((entity): Differing[] => {
    if (lost.has(entity.id)) return [];
    const there = held.get(entity.id)?.body;
    if (!there) return [{ form: 'missing', entity, applied: entity, held: undefined }];
    return isAsPlanned(entity, there) ? [] : [{ form: 'changed', entity, applied: entity, held: there }];
  });
  const weakening = new Set(weakeningObjects(desired, own));
  const added = own
    .filter((entity) => !planned.has(entity.id) && !weakening.has(entity))
    .map((entity): Differing => ({ form: 'added', entity, applied: undefined, held: entity.body }));
  return [...changed, ...added];
};

/** Fields that say nothing about what an object does. */
const withoutMarks = ({ id: _id, created_at: _created, updated_at: _updated, ...body }: KongObject): KongObject => body;

const fieldsOf = async (source: MirrorSource, { entity, applied, held }: Differing): Promise<FieldDifference[]> => {
  const plain = async (body: KongObject) => await plainBody(source, entity.kind, body);
  if (applied) return fieldDifferences(await plain(expectedOf(applied, held ?? {})), held ? await plain(held) : {});
  const fields = fieldDifferences(withoutMarks(await plain(held ?? {})), {});
  return fields.map(({ applied: there, held: none, ...field }) => ({ ...field, applied: none, held: there }));
};

/** What a difference tells of its object. */
export type Described = Pick<
  FoundDifference,
  'objectId' | 'kind' | 'label' | 'name' | 'form' | 'fields' | 'digest' | 'writtenAt'
>;

const writtenAt = ({ updated_at, created_at }: KongObject): string | null => {
  const seconds = [updated_at, created_at].find((time) => typeof time === 'number');
  const time = typeof seconds === 'number' ? new Date(seconds * 1_000) : undefined;
  return time && !Number.isNaN(time.getTime()) ? time.toISOString() : null;
};

/**
 * Returns a difference as people read it, field by field. Secrets are fingerprints.
 *
 * @throws GatewayError when the schema of a plugin can't be read.
 */
export const described = async (source: MirrorSource, differing: Differing): Promise<Described> => {
  const { entity, form, applied, held } = differing;
  const fields = await fieldsOf(source, differing);
  const digest = createHash('sha256')
    .update(JSON.stringify([form, fields]))
    .digest('base64url')
    .slice(0, 22);
  return {
    objectId: entity.id,
    kind: entity.kind,
    label: cutText(entity.label, 120),
    name: cutText(nameIn(held ?? applied?.body ?? {}, entity), 200),
    form,
    fields: bounded(fields.slice(0, mostFields)),
    digest,
    writtenAt: held ? writtenAt(held) : null,
  };
};
