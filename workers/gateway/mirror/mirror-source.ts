import type { GatewaySession } from '#gateway/admin-api/session.ts';
import type { MirrorSource } from '#gateway/mirror/mirrored.ts';
import type { WorkerServices } from '../../engine/worker-services.ts';

/** Returns what is needed to read objects of a session's gateway without their secrets. */
export const mirrorSource = (
  { vault }: Pick<WorkerServices, 'vault'>,
  { gateway, client, names }: GatewaySession,
): MirrorSource => ({ gatewayId: gateway.resourceId, client, names, vault });
