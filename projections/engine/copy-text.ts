import type { Row, Table } from './table.ts';

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const special = /[\\\n\r\t]/;
const everySpecial = /[\\\n\r\t]/g;

/** Escapes a text. Most texts need no escapes, and a search is faster than a replacement. */
const escaped = (text: string): string =>
  special.test(text) ? text.replace(everySpecial, (character) => escapes[character] ?? '') : text;

/** Returns a function that writes a row as one line of `COPY ... FROM STDIN`, in its text format. */
export const copyLineOf = (columns: Table['columns']): ((row: Row) => string) => {
  const all = Object.entries(columns);
  return (row) =>
    `${all.map(([name, { encode }]) => (row[name] == null ? '\\N' : escaped(encode(row[name])))).join('\t')}\n`;
};
