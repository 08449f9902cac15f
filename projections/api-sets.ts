import { partOf, withId } from '#domain/api/id-set.ts';
import { plainText } from '#domain/api/plain-text.ts';
import type { ApiRow } from '#domain/api/schema.ts';
import { nameWordsOf, termsOf } from '#domain/api/search-terms.ts';
import type { Environment } from '#domain/core/environment.ts';
import { integer, text } from './engine/column.ts';
import type { Batch } from './engine/projection.ts';
import { type PrefetchEvent, type RowOf, table } from './engine/table.ts';

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

/** The sets that an API is in. */
const setsOf = (api: Listed): SetKey[] => [
  { kind: 'all', term: '' },
  { kind: 'organization', term: String(api.organization_id) },
  ...(api.application_id === null ? [] : [{ kind: 'application', term: String(api.application_id) } as const]),
  ...(api.business_area_id === null ? [] : [{ kind: 'area', term: String(api.business_area_id) } as const]),
  ...api.environments.map((term) => ({ kind: 'environment', term }) as const),
  ...(api.state === 'deleting' ? [{ kind: 'state', term: api.state } as const] : []),
  ...nameWordsOf(api.name).map((term) => ({ kind: 'name', term }) as const),
  // What is read of it: nobody looks for the names of tags.
  ...termsOf(`${api.name}\n${api.application_name ?? ''}\n${plainText(api.description)}`),
];

const idOf = ({ kind, term }: SetKey, part: number): string => `${kind} ${term} ${part}`;

/** What is new in an event about an API, foreseen: a publication tells everything but the application's name. */
const foreseen = ({ data }: PrefetchEvent): string[] => {
  const { apiId, details, organizationId, applicationId } = data as Partial<{
    apiId: number;
    details: { name: string; description: string; businessAreaId: number | null };
    organizationId: number;
    applicationId: number | null;
  }>;
  if (apiId === undefined || details === undefined || organizationId === undefined) return [];
  const api: Listed = {
    id: apiId,
    ...details,
    organization_id: organizationId,
    application_id: applicationId ?? null,
    application_name: null,
    business_area_id: details.businessAreaId,
    environments: [],
    state: 'published',
  };
  return setsOf(api).map((set) => idOf(set, partOf(apiId)));
};

/**
 * The gallery's index: for each word, organization, application, business area, environment and state the set of APIs, as
 * a bitmap. Filters become intersections and a total becomes a count of bits, however many APIs there are: counting the rows that hold a
 * common word takes Postgres a tenth of a second at 100,000 APIs.
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
  prefetch: { id: foreseen },
});

type Row = RowOf<typeof setsTable>;

/** Keeps the sets in step with one API. @param before undefined: it was not there. @param after undefined: it is gone. */
export const followApi = async (batch: Batch, before: Listed | undefined, after: Listed | undefined): Promise<void> => {
  const id = before?.id ?? after?.id;
  if (id === undefined) return;
  const part = partOf(id);
  const keysOf = (api: Listed | undefined) =>
    new Map((api ? setsOf(api) : []).map((set) => [idOf(set, part), set] as const));
  const [left, joined] = [keysOf(before), keysOf(after)];
  const rows = batch.rows(setsTable);
  const changes = [
    ...[...left].flatMap(([key, set]) => (joined.has(key) ? [] : [{ key, set, isIn: false }])),
    ...[...joined].flatMap(([key, set]) => (left.has(key) ? [] : [{ key, set, isIn: true }])),
  ];
  await rows.fetch(
    'id',
    changes.map(({ key }) => key),
  );
  for (const { key, set, isIn } of changes) {
    const row = await rows.get(key);
    const members = withId(row?.members, id, isIn);
    if (members !== undefined) rows.put({ id: key, ...set, part, members });
    else if (row) rows.remove(row);
  }
};
