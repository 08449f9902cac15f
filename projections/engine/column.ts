/**
 * A column of a read table. The SQL, the type of a row and the text that Postgres reads follow from it.
 *
 * @property encode returns a value as Postgres reads it in `COPY` and in parameters of type text. Not called for null.
 */
export type Column<Value = unknown> = {
  readonly type: string;
  readonly nullable: boolean;
  encode(value: Value): string;
};

const column = <Value>(type: string, encode: (value: Value) => string = String): Column<Value> => ({
  type,
  nullable: false,
  encode,
});

export const integer = () => column<number>('integer');
export const boolean = () => column<boolean>('boolean');
export const uuid = () => column<string>('uuid');
export const timestamptz = () => column<Date>('timestamptz', (time) => time.toISOString());

/** A text, or one of a few: `text<Environment>()`. */
export const text = <Value extends string = string>() => column<Value>('text');

/** A text that is sorted by its bytes, such as a position of the log. */
export const exactText = () => column<string>('text collate "C"');

export const jsonb = <Value>() => column<Value>('jsonb', (value) => JSON.stringify(value));

export const array = <Item>({ type, encode }: Column<Item>): Column<Item[]> =>
  column(`${type}[]`, (items) => `{${items.map((item) => `"${encode(item).replace(/["\\]/g, '\\$&')}"`).join(',')}}`);

export const nullable = <Value>(of: Column<Value>): Column<Value | null> => ({ ...of, nullable: true });
