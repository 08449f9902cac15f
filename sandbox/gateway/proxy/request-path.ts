import { Buffer } from 'node:buffer';

/** Decoding these would change a path's meaning, so Kong keeps their encoding (`kong/tools/uri.lua`). */
const reserved = "!*'();:@&=+$,/?%#[]";

const utf8 = new TextDecoder('utf-8', { fatal: true });
const encoding = /%([0-9a-f]{2})/gi;

/** Returns whether Kong's nginx refuses a path with 400 before the router sees it. `raw` has one character a byte. */
function isMalformed(raw: string): boolean {
  if (/%(?![0-9a-f]{2})/i.test(raw)) return true;
  const decoded = raw.replace(encoding, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  if (decoded.includes('\0')) return true;
  let depth = 0;
  for (const segment of decoded.split(/\/+/).slice(1)) {
    if (segment === '..') depth -= 1;
    else if (segment !== '.' && segment !== '') depth += 1;
    if (depth < 0) return true;
  }
  return false;
}

/** Removes dot segments, and slashes that follow another slash. */
function withoutDots(path: string): string {
  const kept: string[] = [];
  const segments = path.split('/').slice(1);
  for (const segment of segments) {
    if (segment === '..') kept.pop();
    else if (segment !== '.' && segment !== '') kept.push(segment);
  }
  const ends = /^\.{0,2}$/.test(segments.at(-1) ?? '');
  return `/${kept.join('/')}${ends && kept.length > 0 ? '/' : ''}`;
}

/**
 * Returns the path that Kong 3.9.1 compares with its routes and sends to the upstream (`kong.tools.uri.normalize`):
 * encoded characters are decoded, but those with a meaning in a path; dot segments are resolved; slashes are merged.
 *
 * @param raw the path as the client wrote it, one character a byte.
 * @returns `malformed`: answered with 400. `unmatched`: not UTF-8, so the router finds nothing.
 */
export function requestPath(raw: string): { path: string } | 'malformed' | 'unmatched' {
  if (isMalformed(raw)) return 'malformed';
  const decoded = raw.replace(encoding, (all, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return reserved.includes(character) ? all.toUpperCase() : character;
  });
  try {
    return { path: withoutDots(utf8.decode(Buffer.from(decoded, 'latin1'))) };
  } catch {
    return 'unmatched';
  }
}

/** Returns a path as Kong writes it into the request to the upstream (`kong.tools.uri.escape`). */
export function sentPath(path: string): string {
  return path.replace(/[^!#$&'()*+,/:;=?@[\]A-Za-z\d\-_.~%]+/g, (text) =>
    [...Buffer.from(text)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
}
