import { expect, it } from 'vitest';
import { fc } from '#test/runner/chance.ts';
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

const formulas = ['=', '+', '-', '@', '\t', '\r', '\n', '\0', '\uff1d', '\uff0b', '\uff0d', '\uff20'];
const pieces = [
  ...formulas,
  '"',
  ',',
  ';',
  "'",
  '\r\n',
  '|',
  ' ',
  '\u2028',
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

it('L1: every table can be read back, and no cell begins like a formula', () => {
  fc.assert(
    fc.property(table, (rows) => {
      const read = parse(csvLines(rows));
      expect(read.map((row) => row.length)).toEqual(rows.map(() => 3));
      for (const [index, row] of read.entries()) {
        for (const [column, cell] of row.entries()) {
          const original = rows[index]?.[column] ?? '';
          const dangerous = formulas.some((start) => original.startsWith(start));
          expect(cell).toBe(dangerous ? `'${original}` : original);
          expect(formulas.some((start) => cell.startsWith(start))).toBe(false);
        }
      }
    }),
    { numRuns: 500 },
  );
});

it('L1: writes CR LF at the end of lines, and quotes only if needed', () => {
  expect(
    csvLines([
      ['a', 'b "c"', 'd,e'],
      ['', '1\n2', '=1+1'],
    ]),
  ).toBe(`a,"b ""c""","d,e"\r\n,"1\n2",'=1+1\r\n`);
});
