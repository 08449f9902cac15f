import { isKongObject } from '#gateway/admin-api/entity.ts';
import { GatewayError, readOnly } from '#gateway/admin-api/gateway-failure.ts';
import type { GatewaySession } from '#gateway/admin-api/session.ts';

/**
 * Returns a session that removes nothing from a gateway without a database: Kong would say 204 and keep it. It asks the gateway what it
 * is before its first removal. Other changes are refused by Kong itself.
 */
export const removalsThatHold = (session: GatewaySession): GatewaySession => {
  const { client } = session;
  let hasDatabase = false;
  const assertDatabase = async (): Promise<void> => {
    if (hasDatabase) return;
    const { configuration } = (await client.information()).body;
    if (isKongObject(configuration) && configuration.database === 'off') throw new GatewayError(readOnly);
    hasDatabase = true;
  };
  return {
    ...session,
    client: {
      ...client,
      remove: async (entity) => {
        await assertDatabase();
        return await client.remove(entity);
      },
    },
  };
};
