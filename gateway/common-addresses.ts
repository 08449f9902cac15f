import { isIPv6 } from 'node:net';
import { inNetworks } from '#platform/networks.ts';

/** An address that no caller has (RFC 1122, section 3.2.1.3). */
const noCaller = '0.0.0.0';

const prefixOf = (entry: string): number => Number(entry.split('/')[1] ?? (isIPv6(entry) ? 128 : 32));
const baseOf = (entry: string): string => entry.split('/')[0] ?? entry;

/**
 * Returns whether the inner network is part of the outer one. Two networks share addresses only if one is part of the
 * other.
 */
const isWithin = (inner: string, outer: string): boolean =>
  isIPv6(baseOf(inner)) === isIPv6(baseOf(outer)) &&
  prefixOf(inner) >= prefixOf(outer) &&
  inNetworks([outer])(baseOf(inner));

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
