import { html } from 'hono/html';

/** Rules for a sheet of paper across. Browsers repeat the head of a table on each page. */
const style = `
  @page { size: A4 landscape; margin: 10mm }
  body { font: 9pt/1.35 system-ui, sans-serif; margin: 0; color: #111; background: #fff }
  h1 { font-size: 13pt; margin: 0 0 4mm }
  table { border-collapse: collapse; width: 100% }
  th, td { border: 0.2mm solid #999; padding: 1mm 1.5mm; text-align: start; vertical-align: top; overflow-wrap: anywhere }
  tr { break-inside: avoid }
  thead { display: table-header-group }
`;

/** Returns what stands before and after the rows of a document that a browser prints, or saves as PDF. It runs nothing. */
export const printPage = (title: string, columns: readonly string[]): readonly [head: string, tail: string] => {
  const page = String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<h1>${title}</h1>
<p>The file manifest.json beside this one says who asked for what, when, and how many entries there are.</p>
<table>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>
`);
  return [page, '</tbody>\n</table>\n</body>\n</html>\n'];
};

/** Returns a row of such a document. Each cell has the direction of its own text. */
export const printRow = (cells: readonly string[]): string =>
  String(html`<tr>${cells.map((cell) => html`<td dir="auto">${cell}</td>`)}</tr>\n`);
