import type { ReactNode } from 'react';

type Id = string | number;

/**
 * A thing in a list or a choice.
 *
 * @property texts what may tell it from another thing of the same name, such as its organization or its path. Earlier ones are preferred.
 */
export type Named<Key extends Id = Id> = Readonly<{ id: Key; name: string; texts: readonly string[] }>;

/** Names that people take for the same: in any case, with any spaces, however their accents are stored. */
const seenAs = (name: string): string => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

/** Returns the shortest beginning of the texts that differs for each thing. The number comes last: it always differs. */
const differencesOf = (same: readonly Named[]): readonly string[] => {
  const longest = Math.max(...same.map(({ texts }) => texts.length));
  for (let count = 1; count <= longest; count += 1) {
    const beginnings = same.map(({ texts }) => texts.slice(0, count).filter(Boolean).join(' · '));
    if (new Set(beginnings).size === same.length && beginnings.every(Boolean)) return beginnings;
  }
  return same.map(({ id, texts }) => [...texts.filter(Boolean), `#${id}`].join(' · '));
};

/**
 * Returns the second text of each thing that shares its name with another one, by id. Things whose name is unique have none. This
 * is the one rule for selects, filters, tables and cards.
 */
export const toldApart = <Key extends Id>(things: readonly Named<Key>[]): ReadonlyMap<Key, string> => {
  const seconds = new Map<Key, string>();
  // A list of calls has the same thing in many rows.
  const each = [...new Map(things.map((thing) => [thing.id, thing])).values()];
  for (const same of Map.groupBy(each, ({ name }) => seenAs(name)).values()) {
    if (same.length === 1) continue;
    const differences = differencesOf(same);
    for (const [index, { id }] of same.entries()) seconds.set(id, differences[index] ?? '');
  }
  return seconds;
};

type Row = Readonly<{ id: number; name: string }>;
export type NamedOption = Readonly<{ value: number; label: string; second: string | undefined }>;

/**
 * Returns rows as options of a select or a filter.
 *
 * @param textsOf what tells a row from another one of the same name. Default: its number.
 */
export const optionsOf = <R extends Row>(
  rows: readonly R[] | undefined = [],
  textsOf: (row: R) => readonly string[] = () => [],
): NamedOption[] => {
  const seconds = toldApart(rows.map((row) => ({ ...row, texts: textsOf(row) })));
  return rows.map(({ id, name }) => ({ value: id, label: name, second: seconds.get(id) }));
};

type SecondProps = Readonly<{
  /** What tells the thing from another one of the same name (`toldApart`). Undefined for a unique name. */
  second: string | undefined;
  /** The name. */
  children: ReactNode;
}>;

/** A name, and what tells it apart. Of a long name the end is cut, so that the second text can be read. */
export const WithSecond = ({ second, children }: SecondProps) =>
  second === undefined ? (
    children
  ) : (
    <span className="flex min-w-0 items-baseline gap-1.5">
      <span className="min-w-0 truncate">{children}</span>{' '}
      <bdi title={second} className="max-w-3/5 shrink-0 truncate text-muted text-xs">
        {second}
      </bdi>
    </span>
  );
