const escapeText = (text: string): string =>
  text.replace(/[\\\n\r\t]/g, (character) => ({ '\n': '\\n', '\r': '\\r', '\t': '\\t' })[character] ?? '\\\\');

const arrayLiteral = (items: readonly unknown[]): string =>
  `{${items.map((item) => `"${String(item).replace(/["\\]/g, '\\$&')}"`).join(',')}}`;

const textOf = (value: unknown, type: string): string => {
  if (type.startsWith('jsonb')) return JSON.stringify(value);
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? arrayLiteral(value) : String(value);
};

/** One line of `COPY ... FROM STDIN` in its text format. @param columns the SQL type of each column. */
export const copyLine = (row: Readonly<Record<string, unknown>>, columns: Readonly<Record<string, string>>): string =>
  `${Object.entries(columns)
    .map(([column, type]) => (row[column] == null ? '\\N' : escapeText(textOf(row[column], type))))
    .join('\t')}\n`;
