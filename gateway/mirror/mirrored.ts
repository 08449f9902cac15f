import type { ObjectKind } from '#domain/gateway-object/kind.ts';
import type { Vault } from '#platform/vault.ts';
import type { KongReader } from '../admin-api/client.ts';
import type { KongObject } from '../admin-api/entity.ts';
import type { GatewayNames } from '../names/gateway-names.ts';
import { type MirroredObject, mirroredObject } from './mirrored-object.ts';
import { schemaOfPlugin } from './plugin-schemas.ts';
import { withoutSecrets } from './without-secrets.ts';

/** Where an object is, and what is needed to read it. */
export type MirrorSource = Readonly<{
  gatewayId: number;
  client: Pick<KongReader, 'read'>;
  names: GatewayNames;
  vault: Pick<Vault, 'fingerprint'>;
}>;

/**
 * Returns an object without its secrets.
 *
 * @throws GatewayError when the schema of a plugin can't be read.
 */
export const plainBody = async (
  { gatewayId, client, vault }: Omit<MirrorSource, 'names'>,
  kind: ObjectKind,
  body: KongObject,
): Promise<KongObject> => {
  const schema =
    kind === 'plugin' && typeof body.name === 'string' ? await schemaOfPlugin(gatewayId, client, body.name) : undefined;
  return withoutSecrets(kind, body, schema, vault.fingerprint);
};

/**
 * Returns objects as the table has them, without secrets.
 *
 * @throws GatewayError when the schema of a plugin can't be read.
 */
export const mirrored = async (
  source: MirrorSource,
  kind: ObjectKind,
  bodies: readonly KongObject[],
): Promise<readonly MirroredObject[]> => {
  const found: MirroredObject[] = [];
  for (const body of bodies) {
    const object = mirroredObject(source.names, kind, await plainBody(source, kind, body));
    if (object) found.push(object);
  }
  return found;
};
