import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { canonicalAddress } from '#platform/ip-address.ts';
import { inNetworks } from '#platform/networks.ts';
import type { Settings } from '#platform/settings.ts';
import { ipv4Within } from './target-networks.ts';
import { type Lookup, lookupHere } from './target-policy.ts';

/**
 * Networks that no resource may be in: clouds tell machines their secrets there, and other services answer nobody. Private
 * addresses and this machine are allowed, because that is where gateways and brokers live.
 */
const refusedNetworks = [
  // Link-local. Metadata of AWS, Azure, Google, Oracle, DigitalOcean, Hetzner (169.254.169.254), ECS (169.254.170.2).
  '169.254.0.0/16',
  'fe80::/10',
  'fec0::/10',
  // Alibaba, Azure's platform, Oracle's older metadata, and the IPv6 metadata of AWS, Google and Scaleway.
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
  'fd00:ec2::/32',
  'fd20:ce::254/128',
  'fd00:42::42/128',
  // Multicast, reserved and broadcast: no server is there.
  '224.0.0.0/3',
  'ff00::/8',
] as const;

/** Names of the metadata of clouds, with their subdomains. */
const refusedNames = [
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'metadata.azure.internal',
  'metadata.tencentyun.com',
  'instance-data',
  'instance-data.ec2.internal',
] as const;

/** This machine, by addresses that each machine has. */
const thisMachine = inNetworks(['127.0.0.0/8', '0.0.0.0/8', '::1/128', '::/128']);

/** `resource.address-refused`: cloud metadata, link-local. `resource.address-own`: the portal itself listens there. */
type ServerProblem = 'resource.address-refused' | 'resource.address-own';

/** Returns why a resource may not be at a place; undefined when it may. A name without an address may: it answers nothing. */
export type ServerPolicy = (host: string, port: number) => Promise<ServerProblem | undefined>;

/** Where the portal listens. */
export type OwnListeners = Pick<Settings, 'PORT' | 'INGEST_PORT' | 'METRICS_PORT' | 'PUBLIC_URL'>;

const portOf = ({ protocol, port }: URL): number => Number(port || (protocol === 'https:' ? 443 : 80));

/** Returns host and port of an http address. */
export const placeIn = (address: string): { host: string; port: number } => {
  const url = new URL(address);
  return { host: url.hostname, port: portOf(url) };
};

const ownAddresses = (): ReadonlySet<string | undefined> =>
  new Set(Object.values(networkInterfaces()).flatMap((each) => each?.map(({ address }) => canonicalAddress(address))));

export const createServerPolicy = (own: OwnListeners, resolve: Lookup = lookupHere): ServerPolicy => {
  const isRefused = inNetworks([...refusedNetworks]);
  const ports = [own.PORT, own.INGEST_PORT, own.METRICS_PORT];
  const portal = placeIn(own.PUBLIC_URL);

  return async (written, port) => {
    const bare = written
      .toLowerCase()
      .replace(/^\[|\]$/g, '')
      .replace(/\.$/, '');
    const host = canonicalAddress(bare) ?? bare;
    if (refusedNames.some((name) => host === name || host.endsWith(`.${name}`))) return 'resource.address-refused';
    if (host === portal.host && port === portal.port) return 'resource.address-own';
    const found = isIP(host) ? [host] : await resolve(host).catch(() => []);
    const addresses = found.flatMap((address) => [canonicalAddress(address) ?? address, ...ipv4Within(address)]);
    if (addresses.some(isRefused)) return 'resource.address-refused';
    const mine = ownAddresses();
    const isHere = host === 'localhost' || addresses.some((each) => thisMachine(each) || mine.has(each));
    return isHere && ports.includes(port) ? 'resource.address-own' : undefined;
  };
};
