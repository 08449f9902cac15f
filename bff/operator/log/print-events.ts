import type { EventMeta } from '#domain/core/event.ts';
import { fullNameOf } from '#domain/user/full-name.ts';
import type { LogEntry } from '#eventstore/event-store.ts';
import { isMissingTable, type Pool } from '#platform/database.ts';
import { printable } from '#platform/printable.ts';
import { linesOf, withoutSecrets } from './plain-data.ts';
import { printJson, printTable } from './print.ts';

/** Returns the current names by user id. Empty while there are no read tables. */
const namesOf = async (pool: Pool, ids: readonly number[]): Promise<ReadonlyMap<number, string>> => {
  try {
    const { rows } = await pool.query<{ id: number; firstname: string; lastname: string }>(
      `select id, firstname, lastname from users where id = any($1::int[])`,
      [[...new Set(ids)]],
    );
    return new Map(rows.map(({ id, firstname, lastname }) => [id, fullNameOf(firstname, lastname)]));
  } catch (error) {
    if (isMissingTable(error)) return new Map();
    throw error;
  }
};

/** A changed or forged event may lack any field. */
type Found = Omit<LogEntry, 'meta'> & { meta: Partial<EventMeta> };

/**
 * Prints events: number, time, type, actor and data. Shows personal data as the portal does, and masks possible secrets.
 */
export const printEvents = async (pool: Pool, events: readonly LogEntry[], json: boolean): Promise<void> => {
  const names = await namesOf(
    pool,
    events.flatMap(({ meta }: Found) => (meta.actor ? [meta.actor.userId] : [])),
  );
  const nameOf = ({ actor }: Partial<EventMeta>): string => {
    if (!actor) return 'nobody';
    if (actor.userId === 0) return 'the portal';
    const behalf = actor.onBehalfOf === undefined ? '' : ` for user ${actor.onBehalfOf}`;
    return `user ${actor.userId} ${names.get(actor.userId) ?? ''}`.trimEnd() + behalf;
  };
  for (const { stream, version, type, data, meta, fault } of events as readonly Found[]) {
    const { actor, time = '', correlationId = '' } = meta;
    const shown = withoutSecrets(data);
    if (json) {
      const name = actor && names.get(actor.userId);
      const who = actor && { ...actor, ...(name === undefined ? {} : { name }) };
      printJson({ stream, version, time, type, actor: who ?? null, correlationId, data: shown, fault });
      continue;
    }
    console.log(printable(`${stream} ${version}  ${time}  ${type}  by ${nameOf(meta)}`));
    printTable(fault === undefined ? linesOf(shown) : [['cannot be read', fault]], '    ');
  }
};
