import type { AuditRow } from '#domain/audit/schema.ts';
import type { AuditFormat } from '#domain/audit-export/formats.ts';
import { byteOrderMark, csvLines } from '../http/csv.ts';
import { printPage, printRow } from './print-page.ts';

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
const cells = Object.values(columns);

/** Returns a line of JSON, also for readers to whom the separators of Unicode end a line. */
const jsonLine = (row: AuditRow): string =>
  `${JSON.stringify(row).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`;

/**
 * @property head what each file begins with.
 * @property tail what it ends with.
 * @property most entries of a file.
 */
type Written = Readonly<{ head: string; lines: (rows: readonly AuditRow[]) => string; tail: string; most: number }>;

/** A spreadsheet opens 1,048,576 rows. A browser lays out some thousands in seconds. */
const most = { table: 1_000_000, document: 10_000 };

const [head, tail] = printPage('Audit', Object.keys(columns));

/** How entries are written: as a table for a spreadsheet, as a line of JSON for each, or as a document. */
export const written: Readonly<Record<AuditFormat, Written>> = {
  csv: {
    head: byteOrderMark + csvLines([Object.keys(columns)]),
    lines: (rows) => csvLines(rows.map((row) => cells.map((cell) => cell(row)))),
    tail: '',
    most: most.table,
  },
  jsonl: {
    head: '',
    lines: (rows) => rows.map(jsonLine).join(''),
    tail: '',
    most: most.table,
  },
  html: {
    head,
    lines: (rows) => rows.map((row) => printRow(cells.map((cell) => cell(row)))).join(''),
    tail,
    most: most.document,
  },
};
