import { expect, it } from 'vitest';
import { fc } from '#test/runner/chance.ts';
import { startLimit } from '#test/runner/limit.ts';
import { csvLines } from './csv.ts';

/** Reads CSV exactly by RFC 4180. */
const parse = (text: string): string[][] => {
  const rows: string[][] = [];
  let rest = text;
  while (rest.length > 0) {
    const row: string[] = [];
    for (;;) {
      const match = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest);
      if (!match) throw new Error(`no CSV from ${JSON.stringify(rest.slice(0, 40))}`);
      rest = rest.slice(match[0].length);
      row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
      if (match[3] === '\r\n') break;
    }
    rows.push(row);
  }
  return rows;
};

const signs = ['=', '+', '-', '@', '\uff1d', '\uff0b', '\uff0d', '\uff20', '\ufe66', '\ufe62', '\ufe63', '\ufe6b'];
/** White space and signs that show nothing: a no-break space, zero width, a mark of direction, fillers of other scripts. */
const blanks = [' ', '\t', '\r', '\n', '\0', '\u001f', '\u00a0', '\u00ad', '\u200b', '\u200d', '\u202e', '\u2028'];
const otherBlanks = [
  '\u2060',
  '\u3000',
  '\u3164',
  '\u115f',
  '\u180e',
  '\u2800',
  '\ufe0f',
  '\ufeff',
  '\ue000',
  '\u{e0001}',
];
const pieces = [
  ...signs,
  ...blanks,
  ...otherBlanks,
  '"',
  ',',
  ';',
  "'",
  '\r\n',
  '|',
  '1',
  'a',
  'é',
  '漢',
  '=cmd|"/c calc"!A1',
  '""',
];
const hostile = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join('')),
  fc.string({ unit: 'grapheme' }),
);
const table = fc.array(fc.tuple(hostile, hostile, hostile), { minLength: 1, maxLength: 6 });

const skipped = new Set([...blanks, ...otherBlanks]);
/** What a spreadsheet sees first of a cell. */
const firstSeen = (cell: string): string => [...cell].find((each) => !skipped.has(each)) ?? '';
const isNumber = (cell: string): boolean => /^-?\d+(\.\d+)?$/.test(cell);

/** Reads as LibreOffice does unless told otherwise: semicolons and tabs separate cells, too, where there are no quotes. */
const readBySigns = (text: string): string[] =>
  [...text.matchAll(/"((?:[^"]|"")*)"|[^,;\t\r\n"]+/g)].map(([all, quoted]) => quoted?.replaceAll('""', '"') ?? all);

/** Reads as where a comma is a decimal's: only such a sign and line ends separate cells, and quotes that begin a cell are nothing. */
const readBy = (text: string, signs: RegExp): string[] => text.split(signs).map((cell) => cell.replace(/^"+/, ''));

it('L1: every table can be read back, and no cell is a formula, however a spreadsheet separates cells', () => {
  fc.assert(
    fc.property(table, (rows) => {
      const text = csvLines(rows);
      const read = parse(text);
      expect(read.map((row) => row.length)).toEqual(rows.map(() => 3));
      for (const [index, row] of read.entries()) {
        for (const [column, cell] of row.entries()) {
          const original = rows[index]?.[column] ?? '';
          // Nothing but quotes are added.
          expect(cell.replaceAll("'", '')).toBe(original.replaceAll("'", ''));
          if (!/[;\t\r\n]/.test(original)) expect([original, `'${original}`]).toContain(cell);
        }
      }
      for (const cell of [
        ...read.flat(),
        ...readBySigns(text),
        ...readBy(text, /[;\r\n]/),
        ...readBy(text, /[\t\r\n]/),
      ])
        if (!isNumber(cell)) expect(signs, JSON.stringify([cell, text])).not.toContain(firstSeen(cell));
    }),
    { numRuns: 1_000 },
  );
});

it.each(signs.flatMap((sign) => ['', ...blanks, ...otherBlanks, ' \t\u00a0'].map((blank) => `${blank}${sign}1+1`)))(
  'L1: a cell that begins with %j is text',
  (cell) => {
    expect(parse(csvLines([['a', cell]]))[0]?.[1]).toMatch(/^'/);
  },
);

it('L1: what begins a cell elsewhere is text, too: after a semicolon, a tab and a line end, also behind quotes', () => {
  expect(csvLines([['a;=1+1', 'a\n\u00a0@b', 'a;b', 'a\tb', 'a\r\n\r\n=1']])).toBe(
    `"a;'=1+1","a\n'\u00a0@b","a;b","a\tb","a\r\n\r\n'=1"\r\n`,
  );
  expect(csvLines([['a;"=1+1;b', 'a\n"" =1', 'a\t=1+1', '"=1+1', 'a "=1"']])).toBe(
    `"a;'""=1+1;b","a\n'"""" =1","a\t'=1+1","'""=1+1","a ""=1"""\r\n`,
  );
});

it('L1: numbers stay numbers, and words with signs amid them stay as they are', () => {
  const row = ['0', '-5', '-0.25', '12', '1-2', 'a=b', 'ada@portico.example', 'C++'];
  expect(csvLines([row])).toBe(`${row.join(',')}\r\n`);
  // As a formula it would go on in the next cell, where commas separate no cells.
  expect(csvLines([['-5', '1+cmd|x']])).toBe(`'-5,1+cmd|x\r\n`);
  expect(csvLines([['a', '-5+1', '+5', '-5e', '--5']])).toBe(`a,'-5+1,'+5,'-5e,'--5\r\n`);
});

it.each(['\r\n', '; ', '\u00a0', ';\t'])('L1: many of %j take no longer than others', async (blank) => {
  const isOver = startLimit(50);
  const cell = blank.repeat(500_000);
  expect(csvLines([[cell]])).toContain(cell.slice(2));
  expect(await isOver()).toBe(false);
});

it('L1: writes CR LF at the end of lines, and quotes only if needed', () => {
  expect(
    csvLines([
      ['a', 'b "c"', 'd,e'],
      ['', '1\n2', '=1+1'],
    ]),
  ).toBe(`a,"b ""c""","d,e"\r\n,"1\n2",'=1+1\r\n`);
});
