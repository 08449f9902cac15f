import { partOf, withIds } from '#domain/api/id-set.ts';
import { plainText } from '#domain/api/plain-text.ts';
import type { ApiRow } from '#domain/api/schema.ts';
import { nameWordsOf, termsOf } from '#domain/api/search-terms.ts';
import type { Environment } from '#domain/core/environment.ts';
import { integer, text } from './engine/column.ts';
import type { Batch } from './engine/projection.ts';
import type { Change } from './engine/rows.ts';
import { type RowOf, table } from './engine/table.ts';

/** The columns of an API from which its sets follow. */
type Listed = Readonly<{
  id: number;
  name: string;
  description: string;
  application_id: number | null;
  application_name: string | null;
  organization_id: number;
  business_area_id: number | null;
  environments: readonly Environment[];
  state: ApiRow['state'];
}>;

type SetKey = Pick<Row, 'kind' | 'term'>;

/** Returns the sets that an API is in. */
const setsOf = (api: Listed): SetKey[] => [
  { kind: 'all', term: '' },
  { kind: 'organization', term: String(api.organization_id) },
  ...(api.application_id === null ? [] : [{ kind: 'application', term: String(api.application_id) } as const]),
  ...(api.business_area_id === null ? [] : [{ kind: 'area', term: String(api.business_area_id) } as const]),
  ...api.environments.map((term) => ({ kind: 'environment', term }) as const),
  ...(api.state === 'deleting' ? [{ kind: 'state', term: api.state } as const] : []),
  ...nameWordsOf(api.name).map((term) => ({ kind: 'name', term }) as const),
  // The description's plain text, because nobody searches for names of HTML tags.
  ...termsOf(`${api.name}\n${api.application_name ?? ''}\n${plainText(api.description)}`),
];

const idOf = ({ kind, term }: SetKey, part: number): string => `${kind} ${term} ${part}`;

/**
 * The gallery's index: for each word, organization, application, business area, environment and state the set of APIs, as
 * a bitmap. A search is then an intersection and a total is a count of bits, however many APIs there are. Counting the rows that have
 * a common word takes Postgres a tenth of a second at 100,000 APIs.
 */
export const setsTable = table('api_sets', {
  key: ['id'],
  columns: {
    /** Kind, term and part. */
    id: text(),
    /** `word` and `short` are parts of the texts (domain/api/search-terms.ts), `name` are the words of names. */
    kind: text<'all' | 'organization' | 'application' | 'area' | 'environment' | 'state' | 'name' | 'word' | 'short'>(),
    /** The word, the id, the environment, or `deleting`; empty for `all`. */
    term: text(),
    part: integer(),
    /** Base64. */
    members: text(),
  },
  indexes: [
    '(kind, term)',
    `using gin (term gin_trgm_ops) where kind = 'word'`,
    `using gin (term gin_trgm_ops) where kind = 'name'`,
  ],
});

type Row = RowOf<typeof setsTable>;

type Move = { set: SetKey; part: number; joined: number[]; left: number[] };

/** Returns what the sets gain and lose, by their ids. */
const movesOf = (changes: readonly Change<Listed>[]): Map<string, Move> => {
  const moves = new Map<string, Move>();
  const note = (sets: readonly SetKey[], others: ReadonlySet<string>, id: number, side: 'joined' | 'left') => {
    const part = partOf(id);
    for (const set of sets) {
      const key = idOf(set, part);
      if (others.has(key)) continue;
      const move = moves.get(key);
      if (move) move[side].push(id);
      else moves.set(key, { set, part, joined: [], left: [], [side]: [id] });
    }
  };
  for (const { before, after } of changes) {
    const [was, is] = [before ? setsOf(before) : [], after ? setsOf(after) : []];
    const keysOf = (api: Listed | undefined, sets: readonly SetKey[]) =>
      new Set(api ? sets.map((set) => idOf(set, partOf(api.id))) : []);
    if (before) note(was, keysOf(after, is), before.id, 'left');
    if (after) note(is, keysOf(before, was), after.id, 'joined');
  }
  return moves;
};

/** Keeps the sets in step with the APIs that a batch of events has changed. Each set is written once. */
export const followApis = async (batch: Batch, changes: readonly Change<Listed>[]): Promise<void> => {
  const rows = batch.rows(setsTable);
  const moves = movesOf(changes);
  await rows.fetch('id', [...moves.keys()]);
  for (const [id, { set, part, joined, left }] of moves) {
    const row = await rows.get(id);
    const members = withIds(row?.members, joined, left);
    if (members !== undefined) rows.put({ id, ...set, part, members });
    else if (row) rows.remove(row);
  }
};
