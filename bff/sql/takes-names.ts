import { sql } from 'kysely';
import { takesNames as takesNamesText } from '#projections/taken-names.ts';

/** Whether a deployment has its names on the gateway. */
export const takesNames = sql<boolean>`${sql.raw(takesNamesText)}`;
