import { isIP, isIPv4, isIPv6 } from 'node:net';

/** An IPv4 address within an IPv6 address, as URL writes it: `::ffff:7f00:1`. */
const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;

/** Returns an IPv6 address as URL writes it: in lower case and compressed. */
const canonicalIpv6 = (text: string): string | undefined =>
  isIPv6(text) ? URL.parse(`http://[${text}]`)?.hostname.slice(1, -1) : undefined;

/**
 * Returns an address in its one spelling, so that equal addresses are equal texts: IPv4 within IPv6 as IPv4, IPv6 in
 * lower case, compressed and without a zone.
 *
 * @returns undefined when the text is not an IP address.
 */
export const canonicalAddress = (text: string): string | undefined => {
  const bare = text.replace(/%.*/s, '');
  if (!isIP(bare)) return undefined;
  if (isIPv4(bare)) return bare;
  const compressed = canonicalIpv6(bare);
  const [, high, low] = mapped.exec(compressed ?? '') ?? [];
  if (!high || !low) return compressed;
  return [high, low]
    .map((part) => Number.parseInt(part, 16))
    .flatMap((part) => [part >> 8, part & 255])
    .join('.');
};

/**
 * Matches an address with a port: `192.0.2.1:443`, `[2001:db8::1]:443`, `[2001:db8::1]`. Group 1 or 2 is the address.
 */
const withPort = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/;

/**
 * Returns the address of one hop in X-Forwarded-For. A proxy writes it alone, or with the caller's port (Azure's
 * Application Gateway, IIS), or in brackets and quotes as RFC 7239, section 6 says.
 *
 * @returns the address in its one spelling; undefined for `unknown`, a name or anything else.
 */
export const hopAddress = (text: string): string | undefined => {
  const bare = text.trim().replace(/^"(.*)"$/, '$1');
  const [, inBrackets, ipv4] = withPort.exec(bare) ?? [];
  if (inBrackets !== undefined)
    return isIPv6(inBrackets.replace(/%.*/s, '')) ? canonicalAddress(inBrackets) : undefined;
  return canonicalAddress(ipv4 ?? bare);
};

/** Returns the eight numbers of an IPv6 address; undefined when the text is not one. */
export const ipv6Groups = (address: string): readonly number[] | undefined => {
  const canonical = canonicalIpv6(address);
  if (!canonical) return undefined;
  const [head = '', tail] = canonical.split('::');
  const groups = (part: string | undefined) => (part ? part.split(':').map((group) => Number.parseInt(group, 16)) : []);
  const [first, last] = [groups(head), groups(tail)];
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
};

/**
 * Returns the addresses that one subscriber can use: an IPv4 address, or the first 64 bits of an IPv6 address (RFC
 * 6177). Returns any other text unchanged.
 *
 * @param address in its one spelling.
 */
export const addressBlock = (address: string): string => {
  const network = ipv6Groups(address)?.slice(0, 4);
  return network ? `${network.map((group) => group.toString(16)).join(':')}::/64` : address;
};
