import { stringify } from 'csv-stringify/sync';

/** What a spreadsheet would take for the beginning of a formula, in full width too (requirement L1). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a leading NUL is skipped by spreadsheets.
const formula = /^[=+\-@\t\r\n\u0000\uff1d\uff0b\uff0d\uff20]/;

/** Tells spreadsheets that the file is UTF-8; goes before the first line. */
export const byteOrderMark = '\ufeff';

/** Lines of RFC 4180, each ended by CR LF; a cell that would be a formula begins with a quote and is text. */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map((row) => row.map((cell) => (formula.test(cell) ? `'${cell}` : cell))),
    { record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  );

/** Rows of a download: more than anybody reads in a spreadsheet; the lists themselves have no end. */
export const csvLimit = 10_000;

/** A table for a spreadsheet, its first row the heads of the columns. */
export const csvFile = (name: string, rows: readonly (readonly string[])[]): Response =>
  new Response(byteOrderMark + csvLines(rows), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
    },
  });
