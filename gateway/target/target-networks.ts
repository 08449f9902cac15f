import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Networks whose addresses lead to an IPv4 address, and the first of the four bytes that hold it. */
const carriers = [
  // 6to4 (RFC 3056).
  { network: '2002::/16', from: 2 },
  // NAT64 (RFC 6052).
  { network: '64:ff9b::/96', from: 12 },
  // IPv4-compatible and IPv4-mapped (RFC 4291).
  { network: '::/96', from: 12 },
  { network: '::ffff:0:0/96', from: 12 },
  // IPv4-translated (RFC 2765).
  { network: '::ffff:0:0:0/96', from: 12 },
] as const;

/** Returns the IPv4 addresses that packets to an IPv6 address reach. */
export const ipv4Within = (address: string): string[] => {
  if (!isIPv6(address)) return [];
  const parsed = ipaddr.IPv6.parse(address);
  return carriers
    .filter(({ network }) => parsed.match(ipaddr.IPv6.parseCIDR(network)))
    .map(({ from }) =>
      parsed
        .toByteArray()
        .slice(from, from + 4)
        .join('.'),
    );
};
