import type { AsOfRow, AsOfSpan } from '#domain/as-of/schema.ts';
import { erased } from '#domain/core/erased.ts';
import type { AsOfColumns } from './spans.ts';

/** @property only the organization of whoever reads no other one's; undefined: all. */
export type Sight = Readonly<{ only: number | undefined }>;

type Person = Readonly<{ id: number | null; name: string | null; isOf: number | null }>;
type Doer = NonNullable<AsOfRow['given']>;

const timeOf = (time: Date | null): string | null => time?.toISOString() ?? null;

const partyOf = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });

/** Returns a person's name. Nobody is named who was erased; readers of one organization do not read who is of another one. */
const nameOf = ({ name, isOf }: Person, { only }: Sight): string =>
  name === null || name === erased || (only !== undefined && isOf !== only) ? '' : name;

/** Returns whoever did something. Readers of one organization do not read which other one's people did it. */
const doerOf = (person: Person, sight: Sight): Omit<Doer, 'at'> => {
  const { id } = person;
  if (id === null || id === 0) return { user: null, isOther: false };
  if (sight.only !== undefined && person.isOf !== sight.only) return { user: null, isOther: true };
  return { user: { id, name: nameOf(person, sight) }, isOther: false };
};

const spanOf = (row: AsOfColumns, kind: 'entitled' | 'in_force' | 'drift', sight: Sight): AsOfSpan | null => {
  const since = row[`${kind}_since`];
  if (since === null) return null;
  const id = row[`${kind}_by`];
  return {
    since: since.toISOString(),
    until: timeOf(row[`${kind}_until`]),
    cause: row[`${kind}_cause`],
    endedBy: id === null ? null : doerOf({ id, name: row[`${kind}_by_name`], isOf: row[`${kind}_by_is_of`] }, sight),
  };
};

/** Returns a row as its reader may see it. */
export const rowOf = (row: AsOfColumns & { id: string }, sight: Sight): AsOfRow => {
  const { given_by: id, given_at: at, given_name: name, given_is_of: isOf } = row;
  const { roles = [], lost = [], foundAt = null } = row.detail;
  return {
    id: row.id,
    noun: row.noun,
    thing: row.subject,
    generation: row.part,
    state: row.state,
    name: row.name,
    client: row.client,
    organization: partyOf(row.organization_id, row.organization_name),
    api: partyOf(row.api_id, row.api_name),
    environment: row.environment,
    topic: partyOf(row.topic_id, row.topic_name),
    category: partyOf(row.event_category_id, row.category_name),
    application: partyOf(row.application_id, row.application_name),
    person: partyOf(row.user_id, nameOf({ id: row.user_id, name: row.user_name, isOf: row.user_is_of }, sight)),
    roles: [...roles],
    lost: [...lost],
    foundAt,
    given: id === null || at === null ? null : { ...doerOf({ id, name, isOf }, sight), at: at.toISOString() },
    entitled: spanOf(row, 'entitled', sight),
    inForce: spanOf(row, 'in_force', sight),
    drift: spanOf(row, 'drift', sight),
  };
};
