import type { Row, Table } from './table.ts';

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** One line of `COPY ... FROM STDIN` in its text format. */
export const copyLine = (row: Row, columns: Table['columns']): string =>
  `${Object.entries(columns)
    .map(([name, { encode }]) =>
      row[name] == null ? '\\N' : encode(row[name]).replace(/[\\\n\r\t]/g, (character) => escapes[character] ?? ''),
    )
    .join('\t')}\n`;
