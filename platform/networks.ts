import { BlockList, isIPv6 } from 'node:net';

/**
 * Returns a function that tells whether an address is in one of the networks.
 *
 * @param entries addresses (`192.0.2.1`) and networks (`10.0.0.0/8`, `fd00::/8`).
 * @throws RangeError with the first entry that is neither.
 */
export const inNetworks = (entries: readonly string[]): ((address: string) => boolean) => {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    try {
      list.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family);
    } catch {
      throw new RangeError(`${entry} is neither an address nor a network`);
    }
  }
  return (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
};
