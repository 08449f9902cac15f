/** Headers in order and with their letter case, as they go over the wire. */
export type HeaderList = [name: string, value: string][];

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** Node's flat `rawHeaders` as pairs. */
export function headerList(raw: string[]): HeaderList {
  const list: HeaderList = [];
  for (let i = 0; i + 1 < raw.length; i += 2) list.push([raw[i] ?? '', raw[i + 1] ?? '']);
  return list;
}

/** Every value of a header. */
export function headerValues(list: HeaderList, name: string): string[] {
  return list.filter(([each]) => same(each, name)).map(([, value]) => value);
}

/** The first value of a header. */
export function headerValue(list: HeaderList, name: string): string | undefined {
  return headerValues(list, name)[0];
}

/** Takes a header away. */
export function removeHeader(list: HeaderList, name: string): void {
  for (let i = list.length - 1; i >= 0; i -= 1) if (same(list[i]?.[0] ?? '', name)) list.splice(i, 1);
}

/** Sets a header to one value, in the place of what it was. */
export function setHeader(list: HeaderList, name: string, value: string): void {
  removeHeader(list, name);
  list.push([name, value]);
}

/** Headers as log entries show them: lower case, repeated ones as arrays. */
export function headerRecord(list: HeaderList): Record<string, string | string[]> {
  const record: Record<string, string | string[]> = {};
  for (const [name, value] of list) {
    const key = name.toLowerCase();
    const old = record[key];
    record[key] = old === undefined ? value : [...(Array.isArray(old) ? old : [old]), value];
  }
  return record;
}
