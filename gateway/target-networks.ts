import { ipv6Groups } from '#platform/ip-address.ts';

/** Returns two groups of an IPv6 address as an IPv4 address. */
const ipv4Of = (high = 0, low = 0): string => [high >> 8, high & 255, low >> 8, low & 255].join('.');

/**
 * Returns the IPv4 addresses that packets to an IPv6 address reach: NAT64 (RFC 6052), 6to4 (RFC 3056), IPv4-compatible
 * and IPv4-translated (RFC 4291, RFC 2765).
 */
export const ipv4Within = (address: string): string[] => {
  const groups = ipv6Groups(address);
  if (!groups) return [];
  const [first, second, third] = groups;
  const last = ipv4Of(groups[6], groups[7]);
  const before = groups.slice(0, 6).map((group) => group.toString(16));
  if (first === 0x2002) return [ipv4Of(second, third)];
  const prefix = before.join(':');
  return ['64:ff9b:0:0:0:0', '0:0:0:0:0:0', '0:0:0:0:0:ffff', '0:0:0:0:ffff:0'].includes(prefix) ? [last] : [];
};
