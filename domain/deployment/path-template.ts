/*
 * How a path template of a description (`/pets/{id}`) becomes the path of a call. The lockdown, the comparison, "Try it" and
 * the examples of calls all read templates here.
 */

/** Returns the part of a described path that a caller sends as path: no fragment and no query. Braces may hold any text. */
export const sentPath = (path: string): string => {
  const end = path.replace(/\{[^{}]*\}/g, (braces) => '_'.repeat(braces.length)).search(/[#?]/);
  return (end < 0 ? path : path.slice(0, end)) || '/';
};

/** Returns the texts of a template at even places, and the names of its parameters at odd ones. */
const templateParts = (path: string): string[] => path.split(/\{([^{}]*)\}/);

/** What can't stand in a path as it is (RFC 3986, 3.3). */
const notInPaths = /%(?![0-9a-f]{2})|[^a-z0-9\-._~!$&'()*+,;=:@/%]+/gi;

/** Returns a text of a template as it stands in an address. Encoded characters stay as they are. */
const encodedText = (text: string): string => text.toWellFormed().replace(notInPaths, encodeURIComponent);

/**
 * Returns the path of a call in ASCII, without query.
 *
 * @param written returns a parameter's value as it stands in an address, so already encoded.
 */
export const addressOf = (path: string, written: (parameter: string) => string): string =>
  templateParts(sentPath(path))
    .map((part, index) => (index % 2 === 0 ? encodedText(part) : written(part)))
    .join('');

/** The characters whose encoding Kong keeps, although they mean the same in a path as without it. */
export const spelledInTwoWays = "!$&'()*+,:;=@[]";
/** `#`, `%`, `/` and `?`, whose encoding Kong keeps, too. */
const alwaysEncoded = /(%(?:2[35F]|3F))/i;

/**
 * Returns a text of an address as Kong reads it: decoded once, but for the characters that would mean something else then.
 * Throws when it is not UTF-8.
 */
const readText = (text: string): string =>
  text
    .split(alwaysEncoded)
    .map((part, index) => (index % 2 === 0 ? decodeURIComponent(part) : part.toUpperCase()))
    .join('');

/** Returns a path without dot segments and repeated slashes; undefined when it leads above its beginning. */
const withoutDots = (path: string): string | undefined => {
  const kept: string[] = [];
  const segments = path.split('/').slice(1);
  for (const segment of segments) {
    if (segment === '..' && kept.pop() === undefined) return undefined;
    if (!/^\.{0,2}$/.test(segment)) kept.push(segment);
  }
  const isFolder = /^\.{0,2}$/.test(segments.at(-1) ?? '');
  return `/${kept.join('/')}${isFolder && kept.length > 0 ? '/' : ''}`;
};

/** Stands for a parameter in a template that was read. No path has it. */
export const parameterMark = '\0';

/**
 * Returns a template as Kong reads the calls of it: texts decoded once, dot segments resolved, slashes merged, and
 * `parameterMark` for each parameter. Templates for which this is equal describe the same calls. Undefined when no call of
 * the template reaches an API: the gateway refuses its bytes (a NUL, no UTF-8), or it leads out of the API.
 */
export const readTemplate = (path: string): string | undefined => {
  const texts = templateParts(sentPath(path)).filter((_part, index) => index % 2 === 0);
  try {
    const read = texts.map((text) => readText(encodedText(text)));
    return read.some((text) => text.includes(parameterMark)) ? undefined : withoutDots(read.join(parameterMark));
  } catch {
    return undefined;
  }
};

/**
 * Returns the path of a call as `readTemplate` reads templates. Undefined for a path that reaches no API: the gateway refuses
 * its bytes, or it leads above its beginning.
 */
export const readCallPath = (path: string): string | undefined => {
  try {
    const read = readText(path);
    return read.includes(parameterMark) ? undefined : withoutDots(read);
  } catch {
    return undefined;
  }
};
