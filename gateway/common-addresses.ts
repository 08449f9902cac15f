import { isIPv6 } from 'node:net';
import { inNetworks } from '#platform/networks.ts';

/** No caller has it (RFC 1122, section 3.2.1.3). */
const nobody = '0.0.0.0';

const prefixOf = (entry: string): number => Number(entry.split('/')[1] ?? (isIPv6(entry) ? 128 : 32));
const baseOf = (entry: string): string => entry.split('/')[0] ?? entry;

/** Whether one network is all within another; two that neither is have nothing in common. */
const isWithin = (inner: string, outer: string): boolean =>
  isIPv6(baseOf(inner)) === isIPv6(baseOf(outer)) &&
  prefixOf(inner) >= prefixOf(outer) &&
  inNetworks([outer])(baseOf(inner));

/** Those of some addresses and networks that are within others. */
const within = (entries: readonly string[], others: readonly string[]): string[] =>
  entries.filter((entry) => others.some((other) => isWithin(entry, other)));

/** What two lists of addresses and networks have in common, as such a list; never empty, because Kong takes none for everybody. */
export const commonAddresses = (one: readonly string[], other: readonly string[]): readonly string[] => {
  const common = [...new Set([...within(one, other), ...within(other, one)])];
  return common.length > 0 ? common : [nobody];
};
