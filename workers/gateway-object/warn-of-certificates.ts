import { warningDays } from '#domain/certificate-end/certificate-end.ts';
import { certificateEndDecider } from '#domain/certificate-end/decider.ts';
import { byPortal } from '#domain/core/actor.ts';
import { isRefusal } from '#domain/core/problem.ts';
import { execute } from '#eventstore/execute.ts';
import { cutText } from '#platform/cut-text.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import type { WorkerServices } from '../engine/worker-services.ts';

/** The most certificates of a gateway that one look compares with what people were told. */
const mostSeen = 1_000;

type Row = Readonly<{ objectId: string; name: string; expiresAt: Date; now: Date }>;

/**
 * Reports the certificates of a gateway that end soon, as the table of its objects knows them. People are told of each once, 30, 7
 * and 1 days before (`domain/certificate-end/decider.ts`).
 *
 * @param look names the look at the gateway.
 */
export const warnOfCertificates = async (
  { pool, store }: Pick<WorkerServices, 'pool' | 'store'>,
  gatewayId: number,
  look: string,
): Promise<void> => {
  const { rows } = await pool.query<Row>(
    `select id as "objectId", expires_at as "expiresAt", now(),
       coalesce(nullif(about, ''), nullif(name, ''), id) as name
     from gateway_objects
     where gateway_id = $1 and kind = 'certificate' and not is_gone
       and expires_at between now() and now() + make_interval(days => $2)
     order by expires_at limit ${mostSeen}`,
    [gatewayId, Math.max(...warningDays)],
  );
  const [first] = rows;
  if (!first) return;
  const certificates = rows.map(({ objectId, name, expiresAt }) => ({
    objectId,
    name: cutText(name, 200),
    expiresAt: expiresAt.toISOString(),
  }));
  const now = first.now.toISOString();
  const commandId = uuidV5(porticoNamespace, `certificate-end/${gatewayId}/${look}`);
  const done = await execute({
    store,
    decider: certificateEndDecider,
    id: gatewayId,
    command: { type: 'ReportCertificates', data: { gatewayId, now, certificates } },
    meta: { actor: byPortal, commandId, correlationId: commandId, time: now },
  });
  if (isRefusal(done)) throw new Error(done.problems[0].code);
};
