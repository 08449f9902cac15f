import type { AsOfRow } from '#domain/as-of/schema.ts';
import { type Columns, writtenWith } from '../http/written.ts';

const doer = (done: { user: { id: number; name: string } | null; isOther: boolean } | null): string => {
  if (done === null) return '';
  if (done.user) return done.user.name || `Number ${done.user.id}`;
  return done.isOther ? 'Another organization' : 'Portico';
};

const spanColumns = (heading: string, spanOf: (row: AsOfRow) => AsOfRow['entitled']) => ({
  [`${heading} from`]: (row: AsOfRow) => spanOf(row)?.since ?? '',
  [`${heading} until`]: (row: AsOfRow) => spanOf(row)?.until ?? '',
  [`${heading}: why it ended`]: (row: AsOfRow) => spanOf(row)?.cause ?? '',
  [`${heading}: ended by`]: (row: AsOfRow) => doer(spanOf(row)?.endedBy ?? null),
});

const columns: Columns<AsOfRow> = {
  State: ({ state }) => state,
  Noun: ({ noun }) => noun,
  Thing: ({ thing }) => thing,
  Organization: ({ organization }) => organization?.name ?? '',
  API: ({ api }) => api?.name ?? '',
  Environment: ({ environment }) => environment ?? '',
  Topic: ({ topic }) => topic?.name ?? '',
  'Event category': ({ category }) => category?.name ?? '',
  Application: ({ application }) => application?.name ?? '',
  Key: ({ name }) => name,
  Client: ({ client }) => client,
  Credentials: ({ generation }) => (generation === 0 ? '' : String(generation)),
  Person: ({ person }) => (person ? person.name || `Number ${person.id}` : ''),
  Roles: ({ roles }) => roles.join(' '),
  'Approved by': ({ given }) => doer(given),
  'Approved at': ({ given }) => given?.at ?? '',
  ...spanColumns('Allowed', ({ entitled }) => entitled),
  ...spanColumns('In force', ({ inForce }) => inForce),
  ...spanColumns('Drift', ({ drift }) => drift),
  'Drift found at': ({ foundAt }) => foundAt ?? '',
  'Drift of': ({ lost }) => lost.join('; '),
};

/** How rows of an answer are written. */
export const written = writtenWith('As of a date', columns);
