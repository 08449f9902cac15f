import { isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The beginning of `::192.0.2.1`, which `ipaddr.js` confuses with `::ffff:192.0.2.1`. With a zero it reads it right. */
const compatible = /^::(?=\d+\.)/;

/** Parses an address without its zone. Returns undefined for other texts, also for `127.1`, which `ipaddr.js` reads. */
const parse = (text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined => {
  const bare = text.replace(/%.*/s, '');
  return isIP(bare) ? ipaddr.parse(bare.replace(compatible, '::0:')) : undefined;
};

/**
 * Returns an address in its one spelling, so that equal addresses are equal texts: IPv4 within IPv6 as IPv4, IPv6 in
 * lower case, compressed and without a zone.
 *
 * @returns undefined when the text is not an IP address.
 */
export const canonicalAddress = (text: string): string | undefined => {
  const address = parse(text);
  if (address instanceof ipaddr.IPv6)
    return address.isIPv4MappedAddress() ? address.toIPv4Address().toString() : address.toRFC5952String();
  return address?.toString();
};

/** Returns an IPv6 address with all its digits, as Kong writes those of targets; undefined for other texts. */
export const expandedAddress = (text: string): string | undefined => {
  const address = parse(text);
  return address instanceof ipaddr.IPv6
    ? address.parts.map((part) => part.toString(16).padStart(4, '0')).join(':')
    : undefined;
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

/**
 * Returns the addresses that one subscriber can use: an IPv4 address, or the first 64 bits of an IPv6 address (RFC
 * 6177). Returns any other text unchanged.
 *
 * @param address in its one spelling.
 */
export const addressBlock = (address: string): string => {
  const parsed = parse(address);
  if (!(parsed instanceof ipaddr.IPv6)) return address;
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
};
