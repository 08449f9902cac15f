import type { AuditThen } from '#domain/audit/schema.ts';
import { fieldsThen, isToldThen } from '#domain/audit/then.ts';
import type { Services } from '../http/services.ts';
import type { Row, Sight } from './row.ts';

/** Returns the fields that the thing of an entry had after it, from the events of its stream until then. */
export const readThen = async ({ store }: Services, { only }: Sight, row: Row): Promise<AuditThen> => {
  // Only those see the settings of a deployment who may open it.
  const isHidden = only !== undefined && row.area === 'deployment';
  if (isHidden || !isToldThen(row.noun)) return { fields: null };
  const events = await store.read(`${row.noun}-${row.noun_id}`);
  const fields = fieldsThen(
    row.noun,
    events.filter(({ version }) => version <= row.version),
  );
  return { fields: fields && Object.entries(fields).map(([field, value]) => ({ field, value })) };
};
