import { isIP } from 'node:net';

type Check = (value: string) => string | undefined;

const headerName: Check = (value) =>
  /^[A-Za-z0-9_-]+$/.test(value)
    ? undefined
    : `bad header name '${value}', allowed characters are A-Z, a-z, 0-9, '_', and '-'`;

/** Kong's rule for names in paths: ASCII characters must be unreserved ones of RFC 3986. All others are allowed. */
export const utf8Name: Check = (value) =>
  /^[A-Za-z0-9.\-_~\u0080-\u{10ffff}]+$/u.test(value)
    ? undefined
    : `invalid value '${value}': the only accepted ascii characters are alphanumerics or ., -, _, and ~`;

const tag: Check = (value) =>
  /^[ -+\-.0-~\u0080-\u{10ffff}]+$/u.test(value)
    ? undefined
    : `invalid tag '${value}': expected printable ascii (except \`,\` and \`/\`) or valid utf-8 sequences`;

/** Returns whether a text is a host name or an IP address without a port. */
export function isHostName(value: string): boolean {
  return isIP(value.replace(/^\[|\]$/g, '')) !== 0 || /^[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_.])?$/.test(value);
}

const host: Check = (value) => {
  if (/^[A-Za-z0-9_.-]+:\d+$/.test(value)) return 'must not have a port';
  return isHostName(value) ? undefined : `invalid value: ${value}`;
};

const ipOrCidr: Check = (value) => {
  const [address = '', bits, ...rest] = value.split('/');
  const family = isIP(address);
  const fits = bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32));
  return family && fits && rest.length === 0 ? undefined : `invalid ip or cidr range: '${value}'`;
};

const url: Check = (value) => {
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/?#]+/i.test(value)) return 'missing host in url';
  return /^https?:/i.test(value) ? undefined : 'scheme must be http or https';
};

/**
 * Converts a PCRE of Kong to a JavaScript regular expression: translates `(?P<name>` and a leading `(?i)`.
 * @param wrap puts the expression into a larger one
 * @throws when it is not valid in JavaScript
 */
export function pcre(source: string, wrap = (body: string) => body): RegExp {
  const caseless = source.startsWith('(?i)');
  const body = (caseless ? source.slice(4) : source).replace(/\(\?P</g, '(?<');
  return new RegExp(wrap(body), caseless ? 'i' : '');
}

/** Returns PCRE2's message for the most common mistake, and JavaScript's message for others. */
export function regexError(source: string): string | undefined {
  try {
    pcre(source);
    return undefined;
  } catch (error) {
    if (/unterminated character class/i.test(String(error)))
      return `pcre2_compile() failed: missing terminating ] for character class in "${source}"`;
    return String(error);
  }
}

const routerPath: Check = (value) => {
  if (value.startsWith('~')) {
    const error = regexError(value.slice(1));
    return error && `invalid regex: '${value.slice(1)}' (PCRE returned: ${error})`;
  }
  const bad = /%(?![0-9a-fA-F]{2}).{0,2}/.exec(value);
  return bad ? `invalid url-encoded value: '${bad[0]}'` : undefined;
};

/** Rules that are in Kong's code and not in the schema. Only a type's fixed description shows which rule applies. */
const byDescription: [string, Check][] = [
  ['A string representing a tag.', tag],
  ['A unique string representing a UTF-8 encoded name.', utf8Name],
  ['A string representing a host name, such as example.com.', host],
  ['A string representing an HTTP header name.', headerName],
  ['Describes an array of parameter names', headerName],
  ['A string representing an IP address or CIDR block', ipOrCidr],
  ['A string representing a URL, such as', url],
  ['A string representing a router path.', routerPath],
];

/** Returns the rule of a field's type by the type's description. */
export function typedefCheck(description: string | undefined): Check | undefined {
  return byDescription.find(([start]) => description?.startsWith(start))?.[1];
}
