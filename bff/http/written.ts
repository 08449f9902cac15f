import type { AuditFormat } from '#domain/audit-export/formats.ts';
import { byteOrderMark, csvLines } from './csv.ts';
import { printPage, printRow } from './print-page.ts';

/** Each column has a heading and the text of its cell. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => string>>;

/**
 * How rows are written into a file.
 *
 * @property head what each file begins with.
 * @property tail what it ends with.
 * @property most rows of a file.
 */
export type Written<Row> = Readonly<{
  head: string;
  lines: (rows: readonly Row[]) => string;
  tail: string;
  most: number;
}>;

/** A spreadsheet opens 1,048,576 rows. A browser lays out some thousands in seconds. */
const most = { table: 1_000_000, document: 10_000 };

/** Returns a line of JSON, also for readers to whom the separators of Unicode end a line. */
const jsonLine = (row: unknown): string =>
  `${JSON.stringify(row).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`;

/** Returns how rows are written: as a table for a spreadsheet, as a line of JSON for each, or as a document. */
export const writtenWith = <Row>(title: string, columns: Columns<Row>): Readonly<Record<AuditFormat, Written<Row>>> => {
  const cells = Object.values(columns);
  const [head, tail] = printPage(title, Object.keys(columns));
  return {
    csv: {
      head: byteOrderMark + csvLines([Object.keys(columns)]),
      lines: (rows) => csvLines(rows.map((row) => cells.map((cell) => cell(row)))),
      tail: '',
      most: most.table,
    },
    jsonl: { head: '', lines: (rows) => rows.map(jsonLine).join(''), tail: '', most: most.table },
    html: {
      head,
      lines: (rows) => rows.map((row) => printRow(cells.map((cell) => cell(row)))).join(''),
      tail,
      most: most.document,
    },
  };
};
