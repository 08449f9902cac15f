import { stringify } from 'csv-stringify/sync';

/** Characters that begin a formula in a spreadsheet, also in full width (requirement L1). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a leading NUL is skipped by spreadsheets.
const formula = /^[=+\-@\t\r\n\u0000\uff1d\uff0b\uff0d\uff20]/;

/** Tells spreadsheets that the file is UTF-8. It comes before the first line. */
export const byteOrderMark = '\ufeff';

/** Returns lines of RFC 4180 with CR LF. A cell that looks like a formula gets a quote before it, so that it is text. */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map((row) => row.map((cell) => (formula.test(cell) ? `'${cell}` : cell))),
    { record_delimiter: 'windows', quoted_match: /[\r\n]/ },
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
