import { streamOf } from '#domain/core/id.ts';
import type { Chore } from '../engine/sweep.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import { requestMail } from './request-mails.ts';

/** Days before the end of a key's previous credentials when its owner is told. */
const warningDays = 3;

/**
 * Requests a mail to whoever added each key whose previous credentials end soon. Doing it again requests nothing new.
 * @returns how many keys were found.
 */
const warnOfEnds = async (services: WorkerServices): Promise<number> => {
  if (!services.mail) return 0;
  const { rows } = await services.pool.query<{ id: number; generation: number; created_by: number }>(
    `select id, generation, created_by from consumers
     where previous_until between now() and now() + make_interval(days => $1) and state <> 'removing' and created_by > 0`,
    [warningDays],
  );
  for (const { id, generation, created_by } of rows) {
    const rotation = (await services.store.read(streamOf('consumer', id))).find(
      ({ type, data }) => type === 'CredentialRotationRequested' && data.generation === generation,
    );
    if (rotation)
      await requestMail(services, { kind: 'key-ends', recipient: { noun: 'user', id: created_by } }, rotation);
  }
  return rows.length;
};

export const mailChores: readonly Chore[] = [{ name: 'warning of ending keys', run: warnOfEnds }];
