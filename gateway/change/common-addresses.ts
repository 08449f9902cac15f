import ipaddr from 'ipaddr.js';

/** An address that no caller has (RFC 1122, section 3.2.1.3). */
const noCaller = '0.0.0.0';

const networkOf = (entry: string) =>
  entry.includes('/') ? ipaddr.parseCIDR(entry) : ipaddr.parseCIDR(`${entry}/${entry.includes(':') ? 128 : 32}`);

/**
 * Returns whether the inner network is part of the outer one. Two networks share addresses only if one is part of the
 * other.
 */
const isWithin = (inner: string, outer: string): boolean => {
  const [address, prefix] = networkOf(inner);
  const network = networkOf(outer);
  return address.kind() === network[0].kind() && prefix >= network[1] && address.match(network);
};

/** Returns the entries that are part of one of the others. */
const within = (entries: readonly string[], others: readonly string[]): string[] =>
  entries.filter((entry) => others.some((other) => isWithin(entry, other)));

/**
 * Returns the addresses and networks that two lists have in common. The result is never empty, because Kong lets
 * everybody in with an empty list.
 */
export const commonAddresses = (one: readonly string[], other: readonly string[]): readonly string[] => {
  const common = [...new Set([...within(one, other), ...within(other, one)])];
  return common.length > 0 ? common : [noCaller];
};
