import { createHash } from 'node:crypto';
import type { Guard } from '#eventstore/event-store.ts';
import { invalidField } from '../input/invalid.ts';
import { readGuards } from './guards.ts';
import type { Services } from './services.ts';

/** Of which things no two have the same name, whatever the case of its letters and the way its accents are stored. */
export type NameRule = Readonly<{
  table: 'organizations' | 'applications' | 'resources' | 'event_topics';
  /** Names where two may not have the same, such as one organization. Begins the name of the guard. */
  place: string;
  /** SQL: which rows count. `$3` is `value`. */
  where: string;
  value?: number;
  /** The code of the refusal. */
  taken: string;
}>;

/** Accents may be stored in one character or in two, which nobody sees. */
const seenAs = (name: string): string => name.normalize().toLowerCase();

/** So many groups that two new names rarely share a guard. */
const groups = 1024;
const nameGuard = (place: string, seen: string): string =>
  `${place}-name-${createHash('sha256').update(seen).digest().readUInt32BE() % groups}`;

/**
 * Makes sure that no other thing has a name. A thing that has the name already keeps it: two of the same name may be older than
 * the rule.
 *
 * @param id   the thing that may have it; 0 for a new one.
 * @param name without spaces around it.
 * @returns the guard to append the event with that gives the thing this name.
 * @throws RefusedError `taken` for the field `name`; 503 when the read tables are too far behind.
 */
export const claimName = async (
  services: Pick<Services, 'store' | 'pool'>,
  { table, place, where, value, taken }: NameRule,
  id: number,
  name: string,
): Promise<readonly Guard[]> => {
  const guards = await readGuards(services, [nameGuard(place, seenAs(name))], [table]);
  const { rowCount } = await services.pool.query(
    `with named as (select id from ${table} where sort_name = fold_text($2)
       and lower(normalize(name) collate "und-x-icu") = lower(normalize($2) collate "und-x-icu") and ${where})
     select from named where id <> $1 and not exists (select from named own where own.id = $1) limit 1`,
    [id, name, ...(value === undefined ? [] : [value])],
  );
  if (rowCount !== 0) throw invalidField('name', taken);
  return guards;
};
