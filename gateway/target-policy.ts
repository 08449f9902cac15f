import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { codeOf } from '#platform/error-code.ts';
import { canonicalAddress } from '#platform/ip-address.ts';
import { inNetworks } from '#platform/networks.ts';
import type { Settings } from '#platform/settings.ts';
import { refusedNames, refusedNetworks } from './refused-targets.ts';
import { ipv4Within } from './target-networks.ts';

/** What an installation allows and refuses beside the defaults of refused-targets.ts. */
export type TargetSettings = Pick<
  Settings,
  'UPSTREAM_ALLOW' | 'UPSTREAM_ALLOW_NETWORKS' | 'UPSTREAM_REFUSE_NETWORKS' | 'UPSTREAM_REFUSE_NAMES'
>;

/** No exceptions, nothing more than the defaults. */
export const defaultTargets: TargetSettings = {
  UPSTREAM_ALLOW: [],
  UPSTREAM_ALLOW_NETWORKS: [],
  UPSTREAM_REFUSE_NETWORKS: [],
  UPSTREAM_REFUSE_NAMES: [],
};

/** All addresses of a name. Rejects with `ENOTFOUND` when it has none, as `dns.lookup` does, and otherwise when it can't be told. */
export type Lookup = (name: string) => Promise<readonly string[]>;

/** What is wrong with a target, as a code. `dns-silent`: nobody knows, asking again may help. */
export type TargetProblem =
  | 'deployment.upstream-invalid'
  | 'deployment.upstream-refused'
  | 'deployment.upstream-unresolved'
  | 'deployment.upstream-dns-silent';

/**
 * Whether a deployment may point to a target (requirement D5). It is asked when somebody previews and deploys, and again
 * by the worker before each write: a name may point elsewhere by then.
 *
 * @param target    an http(s) address.
 * @param adminUrls of every gateway of the portal: no deployment may lead there, whatever is allowed.
 * @returns undefined when it may.
 */
export type TargetPolicy = (target: string, adminUrls: readonly string[]) => Promise<TargetProblem | undefined>;

/** Milliseconds that a name may take to resolve. */
const patience = 2_000;

/** The last lookup that was begun: the next one begins after it. */
let before: Promise<unknown> = Promise.resolve();

/**
 * As this machine resolves names for every program: hosts file, search domains, DNS. One at a time: a lookup without an
 * answer holds one of the few threads that all names of this process are resolved in, and can't be ended.
 */
const lookupHere: Lookup = async (name) => {
  let late = false;
  const silent = new Promise<never>((_resolve, reject) => {
    setTimeout(() => {
      late = true;
      reject(new Error('no answer in time'));
    }, patience).unref();
  });
  const found = before.then(() => (late ? [] : lookup(name, { all: true })));
  before = found.catch(() => undefined);
  return (await Promise.race([found, silent])).map(({ address }) => address);
};

/** Where a Kong administers itself unless told otherwise: the Admin API and the Manager, over http and https. */
const adminPorts = new Set(['8001', '8444', '8002', '8445']);

const nobody = new Set(['ENOTFOUND', 'ENODATA']);
const isNobody = (error: unknown): boolean => nobody.has(codeOf(error));

type Place = Readonly<{ host: string; port: string }>;

/** Host and port in one spelling: URL has made plain addresses of decimal, octal and hexadecimal ones. */
const placeOf = ({ protocol, hostname, port }: URL): Place => {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return { host: canonicalAddress(host) ?? host, port: port || (protocol === 'https:' ? '443' : '80') };
};

/** Whether `*.zone` or a name covers a name. */
const covers = (zone: string, name: string): boolean => name === zone || name.endsWith(`.${zone}`);

const allows = (entry: string, { host, port }: Place): boolean =>
  entry.startsWith('*.')
    ? host.endsWith(entry.slice(1, entry.lastIndexOf(':'))) && entry.endsWith(`:${port}`)
    : entry === `${host}:${port}` || entry === `[${host}]:${port}`;

/** @throws RangeError naming the entry of a list that is no network. */
export const createTargetPolicy = (settings: TargetSettings, resolve: Lookup = lookupHere): TargetPolicy => {
  const isRefused = inNetworks([...refusedNetworks, ...settings.UPSTREAM_REFUSE_NETWORKS]);
  const isAllowed = inNetworks(settings.UPSTREAM_ALLOW_NETWORKS);
  const names = [...refusedNames, ...settings.UPSTREAM_REFUSE_NAMES];

  const mayGoTo = (address: string): boolean =>
    isAllowed(address) || [address, ...ipv4Within(address)].every((each) => isAllowed(each) || !isRefused(each));

  const addressesOf = async ({ host }: Place): Promise<readonly string[]> =>
    isIP(host) ? [host] : (await resolve(host)).map((address) => canonicalAddress(address) ?? address);

  /** Whether the two are the same place, by name or by address. What does not resolve is nowhere. */
  const isSame = async (addresses: readonly string[], target: Place, admin: Place): Promise<boolean> => {
    if (target.port !== admin.port && !adminPorts.has(target.port)) return false;
    if (target.host === admin.host) return true;
    const others = await addressesOf(admin).catch(() => []);
    return others.some((other) => addresses.some((each) => each === other || ipv4Within(each).includes(other)));
  };

  return async (target, adminUrls) => {
    const url = URL.parse(target);
    // What looks like an address need not be one: a port above 65535, a fifth part of an IP address.
    if (!url) return 'deployment.upstream-invalid';
    const place = placeOf(url);
    const listed = settings.UPSTREAM_ALLOW.some((entry) => allows(entry, place));
    if (!listed && names.some((name) => covers(name, place.host))) return 'deployment.upstream-refused';

    let addresses: readonly string[] = [];
    try {
      addresses = await addressesOf(place);
    } catch (error) {
      // A name that the gateway alone resolves is listed.
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
