import type { AuditRow } from '#domain/audit/schema.ts';
import { byteOrderMark, csvLines } from '../http/csv.ts';

type Value = AuditRow['changes'][number]['from'];

const textOf = (value: Value): string => (Array.isArray(value) ? value.join(', ') : String(value ?? ''));

const whoOf = ({ user, isOther }: AuditRow): string => user?.name ?? (isOther ? 'Another organization' : 'Portico');

const columns: Readonly<Record<string, (row: AuditRow) => string>> = {
  Time: ({ happenedAt }) => happenedAt,
  Person: whoOf,
  'Person number': ({ user }) => String(user?.id ?? ''),
  "Person's organization": ({ user }) => user?.organizationName ?? '',
  Address: ({ address }) => address,
  What: ({ act }) => act,
  Event: ({ type }) => type,
  Noun: ({ noun }) => noun,
  Number: ({ thing }) => thing,
  Name: ({ name }) => name,
  Organization: ({ organization }) => organization?.name ?? '',
  Environment: ({ environment }) => environment ?? '',
  Subject: ({ subject }) => subject,
  Details: ({ values }) =>
    Object.entries(values)
      .map(([name, value]) => `${name}: ${value}`)
      .join('; '),
  Changes: ({ changes }) =>
    changes.map(({ field, from, to }) => `${field}: ${textOf(from)} -> ${textOf(to)}`).join('; '),
  Outcome: ({ outcome }) => outcome ?? '',
  Rule: ({ rule }) => rule,
  Roles: ({ roles }) => roles.join(' '),
  Entry: ({ id }) => id,
};

/** Returns a table for a spreadsheet in parts. */
export async function* csvParts(entries: AsyncIterable<readonly AuditRow[]>): AsyncGenerator<string> {
  yield byteOrderMark + csvLines([Object.keys(columns)]);
  const cells = Object.values(columns);
  for await (const rows of entries) yield csvLines(rows.map((row) => cells.map((cell) => cell(row))));
}

/** Returns a line of JSON for each entry, in parts. */
export async function* jsonLines(entries: AsyncIterable<readonly AuditRow[]>): AsyncGenerator<string> {
  for await (const rows of entries) yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}
