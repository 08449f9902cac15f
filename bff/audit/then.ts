import type { AuditThen } from '#domain/audit/schema.ts';
import { fieldsThen, isToldThen } from '#domain/audit/then.ts';
import type { Services } from '../http/services.ts';
import { organizationNames } from './organization-names.ts';
import type { Row, Sight } from './row.ts';

/** Returns the fields that the thing of an entry had after it, from the events of its stream until then. */
export const readThen = async (services: Services, sight: Sight, row: Row): Promise<AuditThen> => {
  // Only those see the settings of a deployment who may open it.
  const isHidden = sight.only !== undefined && row.area === 'deployment';
  if (isHidden || !isToldThen(row.noun)) return { fields: null };
  const events = await services.store.read(`${row.noun}-${row.noun_id}`);
  const fields = fieldsThen(
    row.noun,
    events.filter(({ version }) => version <= row.version),
  );
  if (!fields) return { fields };
  const told = Object.entries(fields).map(([field, value]) => ({ field, value }));
  const textOf = await organizationNames(services, sight, told);
  return { fields: told.map(({ field, value }) => ({ field, value: textOf(field, value) })) };
};
