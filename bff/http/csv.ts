import { stringify } from 'csv-stringify/sync';

/** Begins a cell, too, where a program separates cells at semicolons or tabs, as it takes no notice of quotes between commas. */
const inside = /[;\t\r\n]/;

/**
 * The places before which a cell gets a quote: where what a formula begins with (also as a full-width or small form) comes first, or
 * behind signs that some programs skip (white space, controls, signs that show nothing, and double quotes, which to them enclose the
 * cell). Requirement L1.
 */
const atStart =
  /^(?=[\t\r\n\0]|[\s"\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b])/u;
const within =
  /(?<=[;\t\r\n])(?=(?:(?![;\t\r\n])[\s"\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800])*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b])/gu;
const number = /^-\d+(\.\d+)?$/;

/** Returns a cell that is text everywhere. A number stays one; at the begin of a line it could go on in the next cell. */
const plain = (cell: string, column: number): string => {
  if (column > 0 && number.test(cell)) return cell;
  const begun = cell.replace(atStart, "'");
  return inside.test(cell) ? begun.replace(within, "'") : begun;
};

/** Tells spreadsheets that the file is UTF-8. It comes before the first line. */
export const byteOrderMark = '\ufeff';

/** Returns lines of RFC 4180 with CR LF. Whatever looks like a formula gets a quote before it, so that it is text. */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  // Some programs separate cells at semicolons and tabs, too, unless there are quotes.
  stringify(
    rows.map((row) => row.map(plain)),
    { record_delimiter: 'windows', quoted_match: /[\r\n;\t]/ },
  );

/** Rows of a download. Lists may be longer, but nobody reads more in a spreadsheet. */
export const csvLimit = 10_000;

const csvType = 'text/csv; charset=utf-8';

const headersOf = (name: string, type: string) => ({
  'content-type': type,
  'content-disposition': `attachment; filename="${name}"`,
});

/** Responds with a table for a spreadsheet. The first row has the column names. */
export const csvFile = (name: string, rows: readonly (readonly string[])[]): Response =>
  new Response(byteOrderMark + csvLines(rows), { headers: headersOf(name, csvType) });

/** Responds with a file that is made while it is sent. A part is made when the one before it has been taken. */
export const fileStream = (name: string, type: string, parts: AsyncGenerator<string | Uint8Array>): Response => {
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await parts.next();
        if (done) controller.close();
        else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
      },
      cancel: async () => {
        await parts.return(undefined);
      },
    },
    { highWaterMark: 1 },
  );
  return new Response(stream, { headers: headersOf(name, type) });
};

/** Responds with a table that is made while it is sent. */
export const csvStream = (name: string, parts: AsyncGenerator<string>): Response => fileStream(name, csvType, parts);
