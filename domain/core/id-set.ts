/**
 * Sets of ids as bitmaps: id n is bit n, counted as Postgres' `get_bit(bytea, n)` counts (from the right of each byte).
 * They are stored in parts of 1024 ids, so that a change rewrites little; as text (base64), which JSON and COPY carry.
 */
export const idsPerPart = 1024;
const bytesPerPart = idsPerPart / 8;

export const partOf = (id: number): number => Math.floor(id / idsPerPart);

/** A part with or without one id. @param members undefined is the empty part, which is not stored. */
export const withId = (members: string | undefined, id: number, isIn: boolean): string | undefined => {
  const bytes = members === undefined ? new Uint8Array(bytesPerPart) : Uint8Array.fromBase64(members);
  const index = (id % idsPerPart) >> 3;
  const bit = 1 << (id & 7);
  bytes[index] = isIn ? (bytes[index] ?? 0) | bit : (bytes[index] ?? 0) & ~bit;
  return bytes.some((byte) => byte !== 0) ? bytes.toBase64() : undefined;
};

export type IdSet = Uint8Array<ArrayBuffer>;

/** The union of stored parts. */
export const idSetOf = (parts: readonly Readonly<{ part: number; members: string }>[]): IdSet => {
  const last = parts.reduce((most, { part }) => Math.max(most, part), -1);
  const set = new Uint8Array((last + 1) * bytesPerPart);
  for (const { part, members } of parts) {
    const bytes = Uint8Array.fromBase64(members);
    const start = part * bytesPerPart;
    for (let index = 0; index < bytes.length; index += 1)
      set[start + index] = (set[start + index] ?? 0) | (bytes[index] ?? 0);
  }
  return set;
};

export const union = (one: IdSet, other: IdSet): IdSet => {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return long.map((byte, index) => byte | (short[index] ?? 0));
};

export const intersection = (one: IdSet, other: IdSet): IdSet => {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.map((byte, index) => byte & (long[index] ?? 0));
};

export const idSetOfIds = (ids: readonly number[]): IdSet => {
  const set = new Uint8Array((partOf(ids.reduce((most, id) => Math.max(most, id), 0)) + 1) * bytesPerPart);
  for (const id of ids) set[id >> 3] = (set[id >> 3] ?? 0) | (1 << (id & 7));
  return set;
};

const bitsIn = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

export const countOf = (set: IdSet): number => set.reduce((sum, byte) => sum + (bitsIn[byte] ?? 0), 0);

/** The ids, ascending. */
export const idsOf = (set: IdSet): number[] => {
  const ids: number[] = [];
  for (const [index, byte] of set.entries()) {
    for (let bit = 0; byte >> bit !== 0; bit += 1) if ((byte >> bit) & 1) ids.push(index * 8 + bit);
  }
  return ids;
};
