import { idSequenceOf, nouns } from '#domain/core/id.ts';
import { createClient } from '#platform/database.ts';
import { migrationLock } from './run.ts';

/**
 * Makes the id sequence of every noun that has none, so that a new noun needs no migration for it. An existing sequence
 * keeps its place.
 */
export const ensureIdSequences = async (ownerUrl: string, appRole: string): Promise<void> => {
  const client = createClient({ connectionString: ownerUrl, application_name: 'portico-migrate' });
  await client.connect();
  try {
    // Two processes that make the same sequence at once would fail in spite of "if not exists".
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    const names = nouns.map((noun) => client.escapeIdentifier(idSequenceOf(noun)));
    for (const name of names) await client.query(`create sequence if not exists ${name} as integer`);
    await client.query(`grant usage on sequence ${names.join(', ')} to ${client.escapeIdentifier(appRole)}`);
  } finally {
    await client.end();
  }
};
