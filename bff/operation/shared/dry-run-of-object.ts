import type { ObjectChange } from '#domain/core/gateway-plan.ts';
import { gatewayObjectDecider } from '#domain/gateway-object/decider.ts';
import type { GatewayObject } from '#domain/gateway-object/gateway-object.ts';
import { loadState } from '#eventstore/load.ts';
import { adminUrls } from '#gateway/admin-api/admin-urls.ts';
import type { FoundEntity } from '#gateway/admin-api/entity.ts';
import type { GatewaySession } from '#gateway/admin-api/session.ts';
import { has } from '#gateway/change/compare-object.ts';
import { shorten } from '#gateway/change/plain-fields.ts';
import { mirrored, plainBody } from '#gateway/mirror/mirrored.ts';
import { readEntitySchema, schemaOfPlugin } from '#gateway/mirror/plugin-schemas.ts';
import { readGateway } from '../../deployment/shared/gateway-reader.ts';
import type { Services } from '../../http/services.ts';
import { type Asked, type DryRun, saying, sayingChanges, sayingTarget } from './dry-run-answer.ts';

type Change = Exclude<GatewayObject, { status: 'settled' }>;

const labelOf = ({ kind, name }: Change): string => (kind === 'plugin' && name ? `plugin ${name}` : kind);

const schemaOf = async (
  { client, gateway }: GatewaySession,
  { kind, name }: Change,
  found: FoundEntity | undefined,
) => {
  if (kind === 'upstream' || kind === 'service' || kind === 'route')
    return (await readEntitySchema(client, kind))?.schema;
  if (kind !== 'plugin') return undefined;
  return await schemaOfPlugin(gateway.resourceId, client, String(found?.body.name ?? name));
};

/** Returns whether the object is another one than the person saw. */
const isOther = async (
  { vault }: Services,
  { gateway, client, names }: GatewaySession,
  { kind, seen }: Change,
  { body }: FoundEntity,
): Promise<boolean> => {
  const [now] = await mirrored({ gatewayId: gateway.resourceId, client, names, vault }, kind, [body]);
  return now?.hash !== seen;
};

const compare = async (services: Services, session: GatewaySession, asked: Change): Promise<DryRun> => {
  const { kind, objectId: id, upstreamId, seen } = asked;
  const { client, gateway } = session;
  const object = labelOf(asked);
  const line = { object, name: kind === 'plugin' ? '' : shorten(asked.name) };
  const found = await client.get({ kind, id, ...(upstreamId ? { upstreamId } : {}), label: object });
  const failing = (code: string) => saying('fails', { problem: { code } });
  if (asked.status === 'deleting') {
    if (!found) return saying('nothing');
    if (await isOther(services, session, asked, found)) return failing('gateway-object.changed');
    return sayingChanges([{ action: 'remove', ...line, fields: [] }]);
  }
  if (!found && seen !== null) return failing('gateway-object.gone');
  if (found) {
    // Both are without secrets, so fingerprints are compared with fingerprints.
    const shown = await plainBody({ gatewayId: gateway.resourceId, client, vault: services.vault }, kind, found.body);
    if (has(shown, asked.fields, await schemaOf(session, asked, found))) return saying('nothing');
    if (await isOther(services, session, asked, found)) return failing('gateway-object.changed');
  }
  const { target } = asked.fields;
  const refused =
    typeof target === 'string' ? await services.targets(`http://${target}`, await adminUrls(services.pool)) : undefined;
  if (refused) return sayingTarget(refused, 'target');
  const fields = asked.changes.map(({ field, before, after }): ObjectChange['fields'][number] => ({
    field,
    removed: before === null ? [] : [shorten(before)],
    added: after === null ? [] : [shorten(after)],
    more: 0,
  }));
  return sayingChanges([{ action: found ? 'change' : 'add', ...line, fields }]);
};

/**
 * Returns what a worker would change now at an object of a gateway's owner. Its secrets stay closed.
 *
 * @throws RefusedError when the gateway can't be read.
 */
export const dryRunOfObject = async (services: Services, { id, subject_id }: Asked): Promise<DryRun> => {
  const asked = await loadState(services.store, gatewayObjectDecider, subject_id);
  if (asked.status === 'settled' || asked.operationId !== id) return saying('replaced');
  return await readGateway(services, asked.gatewayId, (session) => compare(services, session, asked));
};
