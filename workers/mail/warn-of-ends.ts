import { streamOf } from '#domain/core/id.ts';
import type { Chore } from '../engine/sweep.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import { keyReaders } from './administrators.ts';
import { requestMail } from './request-mail.ts';

/** Days before the end of a key's previous credentials when people are told. */
const warningDays = 3;

/**
 * Requests mails about each key whose previous credentials end soon. Doing it again requests nothing new.
 * @returns how many keys were found.
 */
const warnOfEnds = async (services: WorkerServices): Promise<number> => {
  if (!services.mail) return 0;
  const { rows } = await services.pool.query<{
    id: number;
    generation: number;
    organizationId: number;
    apiOrganizationId: number | null;
    addedBy: number;
  }>(
    `select id, generation, organization_id as "organizationId", created_by as "addedBy",
       (select organization_id from apis where apis.id = api_id) as "apiOrganizationId" from consumers
     where previous_until between now() and now() + make_interval(days => $1) and state <> 'removing'
       -- A copy at a second deployment is the same key to people.
       and not exists (
         select from key_copies k join consumers original on original.id = k.original_id
         where k.copy_id = consumers.id and original.previous_until is not null and original.state <> 'removing')`,
    [warningDays],
  );
  for (const { id, generation, ...owners } of rows) {
    const rotation = (await services.store.read(streamOf('consumer', id))).find(
      ({ type, data }) => type === 'CredentialRotationRequested' && data.generation === generation,
    );
    if (!rotation) continue;
    for (const reader of await keyReaders(services.pool, owners))
      await requestMail(services, { kind: 'key-ends', recipient: { noun: 'user', id: reader } }, rotation);
  }
  return rows.length;
};

export const mailChores: readonly Chore[] = [{ name: 'warning of ending keys', run: warnOfEnds }];
