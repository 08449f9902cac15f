import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { codeOf } from '#platform/error-code.ts';
import { canonicalAddress } from '#platform/ip-address.ts';
import { inNetworks } from '#platform/networks.ts';
import type { Settings } from '#platform/settings.ts';
import { refusedNames, refusedNetworks } from './refused-targets.ts';
import { ipv4Within } from './target-networks.ts';

/** The targets that an installation allows and refuses, in addition to refused-targets.ts. */
export type TargetSettings = Pick<
  Settings,
  'UPSTREAM_ALLOW' | 'UPSTREAM_ALLOW_NETWORKS' | 'UPSTREAM_REFUSE_NETWORKS' | 'UPSTREAM_REFUSE_NAMES'
>;

/** The defaults: no exceptions, nothing more refused. */
export const defaultTargets: TargetSettings = {
  UPSTREAM_ALLOW: [],
  UPSTREAM_ALLOW_NETWORKS: [],
  UPSTREAM_REFUSE_NETWORKS: [],
  UPSTREAM_REFUSE_NAMES: [],
};

/**
 * Returns all addresses of a name. Rejects with `ENOTFOUND` when it has none, as `dns.lookup` does, and with another
 * error when the DNS can't tell.
 */
export type Lookup = (name: string) => Promise<readonly string[]>;

/** The code of a target's problem. `dns-silent`: the DNS did not respond, and may respond later. */
export type TargetProblem =
  | 'deployment.upstream-invalid'
  | 'deployment.upstream-refused'
  | 'deployment.upstream-unresolved'
  | 'deployment.upstream-dns-silent';

/**
 * Returns why a deployment may not have a target (requirement D5); undefined when it may. A preview and a deploy
 * command check it, and the worker again before each write, because a name's address may change.
 *
 * @param target    an http(s) address.
 * @param adminUrls of all gateways of the portal. They are never allowed, whatever the settings say.
 */
export type TargetPolicy = (target: string, adminUrls: readonly string[]) => Promise<TargetProblem | undefined>;

/** Milliseconds to wait for a name's address. */
const patience = 2_000;

/** The latest lookup. The next one starts after it. */
let before: Promise<unknown> = Promise.resolve();

/**
 * Resolves a name as this machine does: hosts file, search domains, DNS. Only one lookup runs at a time, because a
 * lookup without a response blocks one of the process's few threads for names, and can't be ended.
 */
export const lookupHere: Lookup = async (name) => {
  let late = false;
  const silent = new Promise<never>((_resolve, reject) => {
    setTimeout(() => {
      late = true;
      reject(new Error('no response in time'));
    }, patience).unref();
  });
  const found = before.then(() => (late ? [] : lookup(name, { all: true })));
  before = found.catch(() => undefined);
  return (await Promise.race([found, silent])).map(({ address }) => address);
};

/** Kong's default ports of the Admin API and the Manager, over http and https. */
const adminPorts = new Set(['8001', '8444', '8002', '8445']);

const nobody = new Set(['ENOTFOUND', 'ENODATA']);
const isNobody = (error: unknown): boolean => nobody.has(codeOf(error));

type Place = Readonly<{ host: string; port: string }>;

/** Returns host and port in one spelling. URL has already normalized decimal, octal and hexadecimal addresses. */
const placeOf = ({ protocol, hostname, port }: URL): Place => {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return { host: canonicalAddress(host) ?? host, port: port || (protocol === 'https:' ? '443' : '80') };
};

/** Returns whether a name is the zone or below it. */
const covers = (zone: string, name: string): boolean => name === zone || name.endsWith(`.${zone}`);

const allows = (entry: string, { host, port }: Place): boolean =>
  entry.startsWith('*.')
    ? host.endsWith(entry.slice(1, entry.lastIndexOf(':'))) && entry.endsWith(`:${port}`)
    : entry === `${host}:${port}` || entry === `[${host}]:${port}`;

/** Returns the policy of an installation. @throws RangeError with the entry of a list that is not a network. */
export const createTargetPolicy = (settings: TargetSettings, resolve: Lookup = lookupHere): TargetPolicy => {
  const isRefused = inNetworks([...refusedNetworks, ...settings.UPSTREAM_REFUSE_NETWORKS]);
  const isAllowed = inNetworks(settings.UPSTREAM_ALLOW_NETWORKS);
  const names = [...refusedNames, ...settings.UPSTREAM_REFUSE_NAMES];

  const mayGoTo = (address: string): boolean =>
    isAllowed(address) || [address, ...ipv4Within(address)].every((each) => isAllowed(each) || !isRefused(each));

  const addressesOf = async ({ host }: Place): Promise<readonly string[]> =>
    isIP(host) ? [host] : (await resolve(host)).map((address) => canonicalAddress(address) ?? address);

  /** Returns whether two places are the same, by name or by address. A name that does not resolve is no place. */
  const isSame = async (addresses: readonly string[], target: Place, admin: Place): Promise<boolean> => {
    if (target.port !== admin.port && !adminPorts.has(target.port)) return false;
    if (target.host === admin.host) return true;
    const others = await addressesOf(admin).catch(() => []);
    return others.some((other) => addresses.some((each) => each === other || ipv4Within(each).includes(other)));
  };

  return async (target, adminUrls) => {
    const url = URL.parse(target);
    // The URL may be invalid all the same: a port above 65535, a fifth part of an IP address.
    if (!url) return 'deployment.upstream-invalid';
    const place = placeOf(url);
    const listed = settings.UPSTREAM_ALLOW.some((entry) => allows(entry, place));
    if (!listed && names.some((name) => covers(name, place.host))) return 'deployment.upstream-refused';

    let addresses: readonly string[] = [];
    try {
      addresses = await addressesOf(place);
    } catch (error) {
      // A listed name may be one that only the gateway resolves.
      if (!listed) return isNobody(error) ? 'deployment.upstream-unresolved' : 'deployment.upstream-dns-silent';
    }
    if (!listed && addresses.length === 0) return 'deployment.upstream-unresolved';
    for (const adminUrl of adminUrls) {
      const admin = URL.parse(adminUrl);
      if (admin && (await isSame(addresses, place, placeOf(admin)))) return 'deployment.upstream-refused';
    }
    return listed || addresses.every(mayGoTo) ? undefined : 'deployment.upstream-refused';
  };
};
