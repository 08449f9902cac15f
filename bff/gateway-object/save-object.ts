import { randomUUID } from 'node:crypto';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { changesOf } from '#domain/gateway-object/changes.ts';
import { gatewayObjectDecider } from '#domain/gateway-object/decider.ts';
import type { ObjectChange } from '#domain/gateway-object/gateway-object.ts';
import type { ChangedKind } from '#domain/gateway-object/kind.ts';
import { objectStreamId } from '#domain/gateway-object/object-id.ts';
import { randomId } from '#platform/uuid.ts';
import { runCommand } from '../http/command.ts';
import { authorize, type Received } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { refuseReadOnly } from '../resource/shared/refuse-read-only.ts';
import { chooseGateway } from './find-gateway.ts';
import { findObject } from './find-object.ts';
import type { FoundObject } from './object-rows.ts';
import { refuseOwn } from './refusals.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Leaves out what the form does not say. */
const said = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

type Form = Readonly<{
  id?: string | undefined;
  gatewayId?: number | undefined;
  seen?: string | undefined;
  name?: string;
}>;

/**
 * The object of a form, and the gateway that has it.
 *
 * @property seen  null for a new one.
 * @property found as it was read last; undefined for a new one.
 */
export type SavedPlace = Readonly<{
  id: string;
  gatewayId: number;
  seen: string | null;
  found: Found | undefined;
}>;
type Found = Pick<FoundObject, 'name' | 'hash' | 'body'>;
/** Finds an object that the table may not have, at its gateway. */
type Find = (request: Pick<Received, 'services'>, gatewayId: number, id: string) => Promise<Found>;

/**
 * What is to be set at the gateway, by Kong's names.
 *
 * @property secrets new secrets by their fingerprints. They go into the vault.
 * @property upstreamId of a target.
 * @property name    of an object whose form has none.
 * @property changes as people read them, where they are others than the fields' texts.
 */
type Wanted = Readonly<{
  fields: Fields;
  secrets?: ReadonlyMap<string, string>;
  upstreamId?: string;
  name?: string;
  changes?: ObjectChange[];
}>;

/** Returns the object of a form: the one that it edits, or a new one. @throws RefusedError when it is not this portal's to change. */
const placeOf = async (
  services: Services,
  kind: ChangedKind,
  { id, gatewayId, seen }: Form,
  find: Find | undefined,
): Promise<SavedPlace> => {
  const { db } = services;
  if (id !== undefined && kind !== 'target') {
    const { found, gatewayId: at } = await findObject(db, { kind, id, gatewayId });
    refuseOwn(found);
    return { id, gatewayId: at, seen: seen ?? found.hash, found };
  }
  const gateway = await chooseGateway(db, gatewayId);
  if (!gateway) throw new RefusedError(notFound());
  if (id !== undefined && find) {
    const found = await find({ services }, gateway.id, id);
    return { id, gatewayId: gateway.id, seen: seen ?? found.hash, found };
  }
  return { id: randomUUID(), gatewayId: gateway.id, seen: null, found: undefined };
};

/** Stores new secrets. Returns where they are, by their fingerprints. */
const sealSecrets = async (
  { vault, pool }: Services,
  owner: string,
  secrets: ReadonlyMap<string, string>,
): Promise<Record<string, string>> => {
  const sealed: Record<string, string> = {};
  for (const [fingerprint, value] of secrets) {
    const id = randomId();
    await vault.sealSecret(pool, { id, kind: 'gateway-object', owner, value });
    sealed[fingerprint] = id;
  }
  return sealed;
};

/**
 * Requests that an object is saved.
 *
 * @param wantedOf checks the form at its gateway and returns what is to be set.
 * @param find     finds the object of a kind that the table does not have whole. Default: in the table.
 */
export const saveObject = async <F extends Form>(
  request: Received<unknown, unknown, F>,
  kind: ChangedKind,
  wantedOf: (services: Services, form: F, place: SavedPlace) => Promise<Wanted>,
  find?: Find,
) => {
  const { services, actor, body } = request;
  authorize(actor, 'gateway-object.change');
  let sealed: Readonly<Record<string, string>> = {};
  try {
    return await runCommand(request, body, async () => {
      const place = await placeOf(services, kind, body, find);
      const { id, gatewayId, seen, found } = place;
      await refuseReadOnly(services.db, gatewayId);
      const wanted = await wantedOf(services, body, place);
      const { secrets = new Map<string, string>(), name, changes, upstreamId } = wanted;
      const fields = said(wanted.fields);
      const operationId = randomId();
      const streamId = objectStreamId(gatewayId, id);
      sealed = await sealSecrets(services, `gateway-object-${streamId}`, secrets);
      return {
        decider: gatewayObjectDecider,
        id: streamId,
        command: {
          type: 'SaveObject',
          data: {
            operationId,
            gatewayId,
            kind,
            objectId: id,
            name: name ?? (found?.name || (body.name ?? '')),
            seen,
            fields,
            ...(upstreamId ? { upstreamId } : {}),
            ...(secrets.size > 0 ? { secrets: sealed } : {}),
            changes: changes ?? changesOf(found?.body ?? {}, fields),
          },
        } as const,
        response: { entityId: id, operationId },
      };
    });
  } catch (error) {
    // No event names them.
    if (error instanceof RefusedError)
      for (const id of Object.values(sealed)) await services.vault.destroySecret(services.pool, id);
    throw error;
  }
};

/** What is deleted, as it was read last. @property upstreamId of a target. */
type Removed = Readonly<{
  gatewayId: number;
  found: Pick<FoundObject, 'id' | 'name' | 'hash'>;
  upstreamId?: string;
}>;

type Deletion = Readonly<{ gatewayId?: number | undefined; seen?: string | undefined }>;

/**
 * Requests that an object is deleted.
 *
 * @param find finds it, and refuses to delete what must stay.
 */
export const removeObject = async (
  request: Received<Readonly<{ id: string }>, Deletion>,
  kind: ChangedKind,
  find: () => Promise<Removed>,
) => {
  const { parameters, query } = request;
  return await runCommand(request, { ...parameters, ...query }, async () => {
    const { gatewayId, found, upstreamId } = await find();
    await refuseReadOnly(request.services.db, gatewayId);
    const operationId = randomId();
    const data = {
      operationId,
      gatewayId,
      kind,
      objectId: found.id,
      name: found.name,
      seen: query.seen ?? found.hash,
      ...(upstreamId ? { upstreamId } : {}),
    };
    return {
      decider: gatewayObjectDecider,
      id: objectStreamId(gatewayId, found.id),
      command: { type: 'DeleteObject', data } as const,
      response: { entityId: found.id, operationId },
    };
  });
};
