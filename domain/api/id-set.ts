/**
 * Sets of ids as bitmaps. Id n is bit n, counted like `get_bit(bytea, n)` of Postgres (from the right in each byte).
 * They are stored in parts of 1,024 ids, so that a change rewrites little, and as base64, which JSON and COPY can carry.
 */
const idsPerPart = 1024;
const bytesPerPart = idsPerPart / 8;

export const partOf = (id: number): number => Math.floor(id / idsPerPart);

const noMembers = new Uint8Array(bytesPerPart).toBase64();

/**
 * Returns a part with some ids and without others.
 *
 * @param members undefined: the empty part, which is not stored.
 */
export const withIds = (
  members = noMembers,
  joined: readonly number[],
  left: readonly number[],
): string | undefined => {
  const bytes = Uint8Array.fromBase64(members);
  const at = (id: number) => Math.floor((id % idsPerPart) / 8);
  for (const id of joined) bytes[at(id)] = (bytes[at(id)] ?? 0) | (1 << (id & 7));
  for (const id of left) bytes[at(id)] = (bytes[at(id)] ?? 0) & ~(1 << (id & 7));
  const after = bytes.toBase64();
  return after === noMembers ? undefined : after;
};

export type IdSet = Uint8Array<ArrayBuffer>;

/** Joins stored parts. */
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

export const intersection = (one: IdSet, other: IdSet): IdSet => {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.map((byte, index) => byte & (long[index] ?? 0));
};

/** What is in the first and not in the other. */
export const difference = (one: IdSet, other: IdSet): IdSet => one.map((byte, index) => byte & ~(other[index] ?? 0));

export const idSetOfIds = (ids: readonly number[]): IdSet => {
  const set = new Uint8Array((partOf(ids.reduce((most, id) => Math.max(most, id), 0)) + 1) * bytesPerPart);
  for (const id of ids) set[id >> 3] = (set[id >> 3] ?? 0) | (1 << (id & 7));
  return set;
};

const bitsIn = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

export const countOf = (set: IdSet): number => set.reduce((sum, byte) => sum + (bitsIn[byte] ?? 0), 0);

/** Returns the ids in ascending order. */
export const idsOf = (set: IdSet): number[] => {
  const ids: number[] = [];
  for (const [index, byte] of set.entries()) {
    for (let bit = 0; byte >> bit !== 0; bit += 1) if ((byte >> bit) & 1) ids.push(index * 8 + bit);
  }
  return ids;
};
