import { setTimeout as sleep } from 'node:timers/promises';
import type { Role } from '#domain/core/role.ts';
import type { Ledger } from './ledger.ts';
import type { LogView } from './log-view.ts';
import type { Facts } from './noun-commands.ts';
import type { PersonState } from './view/people.ts';
import type { People, PersonName } from './world/people.ts';
import type { Random } from './world/random.ts';

/** Calls a second. */
const pace = 6;

/** What everybody who is signed in may read. */
const forEverybody = '/api/user/settings';

/** What a person may read because of a role; without one, because they may sign in. */
const places: readonly Readonly<{ who: PersonName; path: string; role?: Role }>[] = [
  { who: 'sofia-marin', path: '/api/updatedRole', role: 'ROLE_AUDITOR' },
  { who: 'kenji-sato', path: '/api/issues', role: 'ROLE_SUPPORT' },
  { who: 'noor-haddad', path: '/api/all-deployments', role: 'ROLE_KONG_ADMIN' },
  { who: 'tomas-novak', path: forEverybody },
  { who: 'liam-chen', path: forEverybody },
];

/** A call of a person, in milliseconds, and whether it was answered or refused. */
export type Visit = Readonly<{
  userId: number;
  path: string;
  role?: Role | undefined;
  from: number;
  to: number;
  got: boolean;
}>;

const ask = async (url: string, token: string): Promise<boolean | undefined> => {
  try {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(10_000),
    });
    await response.arrayBuffer();
    if (response.status === 200) return true;
    return response.status === 401 || response.status === 403 ? false : undefined;
  } catch {
    return undefined;
  }
};

/** People look all the time whether they have their rights, at each of the portal's web servers. */
export const startVisitors = (portalUrls: readonly string[], people: People, facts: Facts, random: Random) => {
  const visits: Visit[] = [];
  const waiting = new Set<Promise<unknown>>();
  let going = true;
  const visit = async () => {
    const { who, path, role } = random.pick(places) as (typeof places)[number];
    const url = `${random.pick(portalUrls)}${path}`;
    const token = await people.tokenOf(who).catch(() => undefined);
    if (!token) return;
    const from = Date.now();
    const got = await ask(url, token);
    if (got !== undefined) visits.push({ userId: facts.userIds[who], path, role, from, to: Date.now(), got });
  };
  const loop = (async () => {
    while (going) {
      await sleep(1_000 / pace);
      if (waiting.size > 30) continue;
      const visiting: Promise<unknown> = visit().finally(() => waiting.delete(visiting));
      waiting.add(visiting);
    }
  })();
  return {
    visits: visits as readonly Visit[],
    stop: async () => {
      going = false;
      await loop;
      await Promise.all(waiting);
    },
  };
};

/**
 * Compares visits with the log. From the moment in which somebody was told that a right is taken, no call that begins then may
 * get anything with it.
 *
 * @returns a message for each visit that got what it may not, and the number of visits that got nothing though they might.
 */
export const judgeVisits = (visits: readonly Visit[], view: LogView, ledger: Ledger) => {
  const answeredAt = new Map(ledger.entries.map(({ commandId, answeredAt: at }) => [commandId, at]));
  /** When whoever changed something knew that it was done. */
  const knownFrom = (commandId: string): number => answeredAt.get(commandId) ?? Number.POSITIVE_INFINITY;
  const mayIn = ({ status, roles }: PersonState, role: Role | undefined): boolean =>
    status === 'active' && (role === undefined || roles.includes(role));
  const open: string[] = [];
  let refused = 0;
  for (const { userId, path, role, from, to, got } of visits) {
    const states = view.people.all.get(userId)?.states ?? [];
    const isIn = (state: PersonState, index: number): boolean => {
      const next = states[index + 1];
      return state.at <= to && (next === undefined || knownFrom(next.commandId) >= from);
    };
    const possible = states.filter(isIn);
    const { organizationId = 0 } = states.at(-1) ?? {};
    const off = view.organizations.all.get(organizationId)?.off ?? [];
    const isShut = off.some((each) => knownFrom(each.commandId) < from && (each.to ?? Number.POSITIVE_INFINITY) > to);
    const may = !isShut && possible.some((state) => mayIn(state, role));
    if (got && !may)
      open.push(
        `person ${userId} got ${path} at ${new Date(from).toISOString()} without ${isShut ? 'an organization that is on' : (role ?? 'an active account')}`,
      );
    const mayForSure = off.length === 0 && possible.length > 0 && possible.every((state) => mayIn(state, role));
    if (!got && mayForSure) refused += 1;
  }
  return { visits: visits.length, open, refused };
};
