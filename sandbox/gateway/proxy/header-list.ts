/** Headers in order and with their letter case, as on the wire. */
export type HeaderList = [name: string, value: string][];

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** Returns Node's flat `rawHeaders` as pairs. */
export function headerList(raw: string[]): HeaderList {
  const list: HeaderList = [];
  for (let i = 0; i + 1 < raw.length; i += 2) list.push([raw[i] ?? '', raw[i + 1] ?? '']);
  return list;
}

/** Returns all values of a header. */
export function headerValues(list: HeaderList, name: string): string[] {
  return list.filter(([each]) => same(each, name)).map(([, value]) => value);
}

/** Returns the first value of a header. */
export function headerValue(list: HeaderList, name: string): string | undefined {
  return headerValues(list, name)[0];
}

/** Removes a header. */
export function removeHeader(list: HeaderList, name: string): void {
  for (let i = list.length - 1; i >= 0; i -= 1) if (same(list[i]?.[0] ?? '', name)) list.splice(i, 1);
}

/** Sets a header to one value, which replaces the old ones. */
export function setHeader(list: HeaderList, name: string, value: string): void {
  removeHeader(list, name);
  list.push([name, value]);
}

/** Returns headers as log entries show them: in lower case, repeated headers as arrays. */
export function headerRecord(list: HeaderList): Record<string, string | string[]> {
  const record: Record<string, string | string[]> = {};
  for (const [name, value] of list) {
    const key = name.toLowerCase();
    const old = record[key];
    record[key] = old === undefined ? value : [...(Array.isArray(old) ? old : [old]), value];
  }
  return record;
}
