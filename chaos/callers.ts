import { setTimeout as sleep } from 'node:timers/promises';
import { call, type Seen } from '#test/never-open/call.ts';
import type { LogView, SeenDeployment, SeenKey, SeenOperation } from './log-view.ts';
import type { Secrets } from './secrets.ts';
import type { Span } from './verdict.ts';
import { ofSweep } from './view/names.ts';
import { isShut, type SeenOrganization, wasOff } from './view/organizations.ts';
import type { Random } from './world/random.ts';

/** Calls a second, and the most that may run at the same time. */
const pace = { aSecond: 30, waiting: 60 };
/** Number of removed keys and deployments that are tried again and again: the newest. */
const remembered = 60;

type Kind = 'valid' | 'removed' | 'nobody' | 'stranger';
/**
 * @property aimed        the deployment to call.
 * @property key          the key to send.
 * @property secretId     its value to send. Default: the one in force.
 * @property organization of the key.
 */
export type Shot = Readonly<{
  kind: Kind;
  aimed: SeenDeployment;
  key?: SeenKey;
  secretId?: string | undefined;
  organization?: SeenOrganization | undefined;
}>;

/**
 * A call whose result did not match the log, as far as it had been read. The end of the run checks whether later events
 * explain it.
 */
type Suspect = Readonly<{
  wrong: 'astray' | 'refused' | 'open' | 'broken';
  text: string;
  deploymentId: number;
  keyId: number | undefined;
  organizationId: number | undefined;
  wanted: string;
  arrived: string | undefined;
  startedAt: number;
  endedAt: number;
}>;

/** Returns empty counters of calls and mistakes, with examples. */
export const createCounts = () => {
  const counts = { calls: 0, answered: 0, served: 0, open: 0, astray: 0, broken: 0, refused: 0 };
  const examples: string[] = [];
  return {
    counts,
    examples,
    suspects: [] as Suspect[],
    note: (wrong: 'open' | 'astray' | 'broken' | 'refused', text: string) => {
      counts[wrong] += 1;
      if (examples.length < 200) examples.push(`${wrong}: ${text}`);
    },
  };
};
export type Counts = ReturnType<typeof createCounts>;

/** Returns the target of a call that arrived at `<target>/probe`. */
const targetOf = (arrived: string): string => `http://${arrived.replace(/\/probe$/, '')}`;

/** Returns what the log says of a deployment and a key when a call begins. */
export const standing = ({ aimed, key, secretId, organization }: Shot) => ({
  at: Date.now(),
  wanted: aimed.config.upstreamUrl,
  settled: aimed.serves && !aimed.removal && aimed.open.size === 0,
  keyWorks:
    key?.works === true &&
    !key.removal &&
    key.open.size === 0 &&
    (organization === undefined || (organization.status === 'active' && organization.open.size === 0)),
  gone: aimed.goneFrom !== undefined,
  keyGone: key?.goneFrom !== undefined || (secretId !== undefined && key?.retired.has(secretId) === true),
});

/** Counts the result of one call. */
export const judgeCall = (shot: Shot, was: ReturnType<typeof standing>, seen: Seen, tally: Counts): void => {
  const { aimed, key, kind } = shot;
  const { status } = seen;
  const arrived = seen.arrived === undefined ? undefined : targetOf(seen.arrived);
  const text =
    `${new Date(was.at).toISOString()} ${kind} at ${aimed.path} (deployment ${aimed.id}${key ? `, key ${key.id}` : ''}) ` +
    `${status} ${arrived ?? ''}`;
  const suspect = (wrong: Suspect['wrong']) =>
    tally.suspects.push({
      wrong,
      text,
      deploymentId: aimed.id,
      keyId: key?.id,
      organizationId: key?.organizationId,
      wanted: was.wanted,
      arrived,
      startedAt: was.at,
      endedAt: Date.now(),
    });
  tally.counts.answered += 1;
  if (arrived === undefined) {
    if (status >= 500) suspect('broken');
    // 429 is the limit of a deployment, such as the demo's.
    else if (status !== 429 && kind === 'valid' && was.settled && was.keyWorks) suspect('refused');
    return;
  }
  if (was.gone) tally.note('open', `${text}, and it is gone`);
  else if (was.keyGone) tally.note('open', `${text}, and the key is gone`);
  else if (kind === 'nobody' || kind === 'stranger') tally.note('open', text);
  else {
    tally.counts.served += 1;
    if (shot.organization && shot.organization.off.length > 0) suspect('open');
    if (!aimed.targets.has(arrived) || (was.settled && arrived !== was.wanted)) suspect('astray');
  }
};

/** Returns whether an operation changes what a call meets. */
const isAbout = (operation: SeenOperation, { deploymentId, keyId, organizationId }: Suspect): boolean => {
  if (operation.consumerId !== undefined) return operation.consumerId === keyId;
  if (operation.deploymentId !== undefined) return operation.deploymentId === deploymentId;
  return operation.apiId === undefined && operation.organizationId === organizationId;
};

/**
 * Checks the suspects against the whole log.
 *
 * @param away when the services behind the gateway were away, which are not Portico's.
 */
export const judgeSuspects = (tally: Counts, whole: LogView, away: readonly Span[] = []): void => {
  for (const suspect of tally.suspects) {
    const { wrong, text, deploymentId, organizationId, wanted, arrived, startedAt, endedAt } = suspect;
    const organization = whole.organizations.all.get(organizationId ?? 0);
    if (wrong === 'open') {
      if (isShut(organization, startedAt, endedAt)) tally.note('open', `${text}, and its organization is off`);
      continue;
    }
    if (wrong === 'broken') {
      if (!away.some((span) => span.from <= endedAt && span.to >= startedAt)) tally.note('broken', text);
      continue;
    }
    if (wrong === 'refused' && wasOff(organization, startedAt, endedAt)) continue;
    const targets = [...(whole.deployments.get(deploymentId)?.targets ?? [])];
    // A newer target was requested, and the reader of the log was late.
    if (wrong === 'astray' && targets.indexOf(arrived ?? '') > targets.indexOf(wanted)) continue;
    const isUnderWay = [...whole.operations.values()].some(
      (operation) =>
        isAbout(operation, suspect) &&
        Date.parse(operation.requestedAt) <= endedAt &&
        !(operation.endedAt !== undefined && Date.parse(operation.endedAt) < startedAt),
    );
    if (wrong === 'refused' && isUnderWay) continue;
    tally.note(wrong, wrong === 'astray' ? `${text}, wanted ${wanted}` : text);
  }
};

/** Returns whether nobody calls with a key: an organization whose keys were used lately can't be deleted. */
const isQuiet = (view: LogView, { organizationId }: SeenKey): boolean => {
  const organization = view.organizations.all.get(organizationId);
  return organization?.name.startsWith(ofSweep) === true && organizationId % 2 === 1;
};

/** Returns where a deployment is called: at its gateway. */
export type ProxyOf = (aimed: SeenDeployment) => string;

/** Makes one call and counts it. Returns undefined if the gateway did not respond. */
export const shoot = async (proxyOf: ProxyOf, secrets: Secrets, shot: Shot, tally: Counts) => {
  const value = shot.key && secrets.of(shot.secretId ?? shot.key.secretId);
  if (shot.key && !value) return undefined;
  const was = standing(shot);
  tally.counts.calls += 1;
  const seen = await call(`${proxyOf(shot.aimed)}${shot.aimed.path}/probe`, value ? { apikey: value } : {});
  if (seen) judgeCall(shot, was, seen, tally);
  return seen;
};

/**
 * Returns whether a key has nothing to do with a deployment. A deployment that moves has another one on the other gateway, with the same path
 * and with copies of its keys: they work at both.
 */
export const isStrange = (view: LogView, { deploymentId }: SeenKey, aimed: SeenDeployment): boolean =>
  deploymentId !== aimed.id && view.deployments.get(deploymentId)?.path !== aimed.path;

/** Calls the gateways all the time: with valid keys, removed keys, keys of other deployments, and without a key. */
export const startCallers = (proxyOf: ProxyOf, view: LogView, secrets: Secrets, random: Random, tally: Counts) => {
  const choose = (): Shot | undefined => {
    const kind = random.weighed<Kind>({ valid: 55, removed: 20, nobody: 20, stranger: 5 });
    const deployments = [...view.deployments.values()];
    const keys = [...view.keys.values()];
    if (kind === 'nobody') {
      const aimed = random.pick([
        ...deployments.filter(({ removal }) => !removal),
        ...deployments.filter(({ removal }) => removal).slice(-remembered / 3),
      ]);
      return aimed && { kind, aimed };
    }
    const wanted = keys.filter((key) =>
      kind === 'removed' ? key.removal || key.retired.size > 0 : key.works && !key.removal && !isQuiet(view, key),
    );
    const key = random.pick(wanted.slice(-remembered));
    if (!key) return undefined;
    const organization = view.organizations.all.get(key.organizationId);
    const values = kind === 'removed' ? [...key.retired.keys()] : [key.secretId, key.previous].filter(Boolean);
    const secretId = random.pick(values) ?? key.secretId;
    const aimed =
      kind === 'stranger'
        ? random.pick(deployments.filter((each) => !each.removal && isStrange(view, key, each)))
        : view.deployments.get(key.deploymentId);
    return aimed && { kind, aimed, key, secretId, organization };
  };

  const waiting = new Set<Promise<unknown>>();
  let going = true;
  const loop = (async () => {
    let learnt = 0;
    while (going) {
      await sleep(1_000 / pace.aSecond);
      if (performance.now() - learnt > 500) {
        learnt = performance.now();
        void secrets.learn();
      }
      const shot = waiting.size < pace.waiting ? choose() : undefined;
      if (!shot) continue;
      const shooting: Promise<unknown> = shoot(proxyOf, secrets, shot, tally).finally(() => waiting.delete(shooting));
      waiting.add(shooting);
    }
  })();
  return {
    stop: async () => {
      going = false;
      await loop;
      await Promise.all(waiting);
    },
  };
};
