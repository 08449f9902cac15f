import { printable } from '#platform/printable.ts';

/** Prints a JSON object on one line. */
export const printJson = (value: object): void => console.log(printable(JSON.stringify(value)));

/** Prints rows in aligned columns. The last column is not padded. */
export const printTable = (rows: readonly (readonly string[])[], indent = ''): void => {
  const cells = rows.map((row) => row.map(printable));
  const widths = cells.reduce<number[]>(
    (most, row) => row.map((cell, column) => Math.max(most[column] ?? 0, cell.length)),
    [],
  );
  for (const row of cells) {
    const line = row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)));
    console.log(`${indent}${line.join('  ')}`.trimEnd());
  }
};

/** Prints what a command did: a sentence, or the fact with --json. */
export const say = (json: boolean, sentence: string, fact: object): void =>
  json ? printJson(fact) : console.log(printable(sentence));
