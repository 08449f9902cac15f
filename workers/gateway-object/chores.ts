import { gatewayNamed } from '#domain/core/operation-kind.ts';
import { releaseLease, takeLease } from '#platform/lease.ts';
import { isAway } from '../engine/outage.ts';
import type { Chore } from '../engine/sweep.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import { withGateway } from '../gateway/gateway-session.ts';
import { mirrorGateway } from './mirror-gateway.ts';
import { warnOfCertificates } from './warn-of-certificates.ts';

const mirrorOne = async (services: WorkerServices, id: number, every: number): Promise<void> => {
  const { pool, worker, log } = services;
  if (await isAway(pool, gatewayNamed(id))) return;
  const lease = await takeLease(pool, { name: `mirror-${id}`, holder: worker, milliseconds: every });
  if (!lease) return;
  try {
    await withGateway({ services }, id, (session) => mirrorGateway(services, session));
    await warnOfCertificates(services, id, `${lease.number}`);
  } catch (error) {
    log.warn(
      { gateway: id, reason: error instanceof Error ? error.message : String(error) },
      'cannot mirror a gateway',
    );
    await releaseLease(pool, lease);
  }
};

/**
 * Mirrors each gateway once in `every` milliseconds, in one process: the one that gets the lease of the look, which it does not
 * release. All at once, so that a slow gateway delays no other.
 */
const mirrorGateways = async (services: WorkerServices, every: number): Promise<void> => {
  const { rows } = await services.pool.query<{ id: number }>(`select id from resources where type = 'KONG'`);
  await services.pool.query('delete from gateway_objects where gateway_id <> all($1)', [rows.map(({ id }) => id)]);
  await Promise.all(rows.map(({ id }) => mirrorOne(services, id, every)));
};

export const mirrorChores: readonly Chore[] = [
  { name: 'mirroring the gateways', run: (services, { gateways }) => mirrorGateways(services, gateways) },
];
