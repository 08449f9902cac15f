import type { FilledValue, TryItField, TryItWriting } from './schema.ts';

type Row = Readonly<{ name: string; value: string }>;
type Pair = readonly [name: string, value: string];
type Encode = (text: string) => string;

/** Returns the rows that are filled in: of a list those with a text, of a map those with a name. */
const rowsOf = (value: FilledValue): readonly (string | Row)[] =>
  typeof value === 'string' ? [] : value.filter((row) => (typeof row === 'string' ? row !== '' : row.name !== ''));

const listIn = (value: FilledValue): string[] => rowsOf(value).filter((row) => typeof row === 'string');
const mapIn = (value: FilledValue): Pair[] =>
  rowsOf(value).flatMap((row): Pair[] => (typeof row === 'string' ? [] : [[row.name, row.value]]));

/** Returns whether nothing is filled in, so that nothing is sent. */
export const isEmpty = (value: FilledValue | undefined): boolean =>
  value === undefined || value === '' || (typeof value !== 'string' && rowsOf(value).length === 0);

/** Percent-encodes a text, but not the signs that a query may hold (RFC 3986, 3.4). `&`, `+` and `#` would mean something else. */
const reservedKept: Encode = (text) =>
  encodeURIComponent(text).replace(/%(?:3A|2F|3F|40|24|2C|3B|3D|5B|5D)/g, decodeURIComponent);

const separators: Readonly<Partial<Record<TryItWriting['style'], string>>> = {
  spaceDelimited: '%20',
  pipeDelimited: '%7C',
  tabDelimited: '%09',
};

/** Returns a value of a query, or of an urlencoded form, as `name=value` texts. */
export const queryPairs = (
  { name, writing }: TryItField,
  value: FilledValue,
  encode: Encode = encodeURIComponent,
): string[] => {
  const { shape = 'text', style = 'form', explode = true, reserved = false } = writing ?? {};
  const written = reserved ? reservedKept : encode;
  const pair = (key: string, text: string): string => `${encode(key)}=${text}`;
  if (isEmpty(value)) return [];
  if (typeof value === 'string') return [pair(name, written(value))];
  const separator = separators[style] ?? ',';
  if (shape === 'list') {
    const items = listIn(value).map(written);
    return explode ? items.map((item) => pair(name, item)) : [pair(name, items.join(separator))];
  }
  const entries = mapIn(value);
  if (style === 'deepObject') return entries.map(([key, text]) => pair(`${name}[${key}]`, written(text)));
  if (explode) return entries.map(([key, text]) => pair(key, written(text)));
  return [pair(name, entries.flatMap(([key, text]) => [encode(key), written(text)]).join(separator))];
};

/** Returns a value of a path or a header: styles `simple`, `label` and `matrix`. */
export const textInPlace = ({ name, writing }: TryItField, value: FilledValue, encode: Encode): string => {
  const { style = 'simple', explode = false } = writing ?? {};
  const isNamed = style === 'matrix';
  const prefix = isNamed ? `;${encode(name)}=` : style === 'label' ? '.' : '';
  if (typeof value === 'string') return `${prefix}${encode(value)}`;
  if (isEmpty(value)) return '';
  const items = listIn(value).map(encode);
  const entries = mapIn(value).map(([key, text]): Pair => [encode(key), encode(text)]);
  if (!explode) return `${prefix}${[...items, ...entries.flat()].join(',')}`;
  const pairs = entries.map(([key, text]) => `${key}=${text}`);
  if (isNamed) return [...items.map((item) => `${prefix}${item}`), ...pairs.map((one) => `;${one}`)].join('');
  return `${prefix}${[...items, ...pairs].join(style === 'label' ? '.' : ',')}`;
};

/** Encodes a text as forms do: a space is `+`. */
export const formEncoded: Encode = (text) => new URLSearchParams([['', text]]).toString().slice(1);
