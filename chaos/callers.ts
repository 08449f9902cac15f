import { setTimeout as sleep } from 'node:timers/promises';
import { call, type Seen } from '#test/never-open/callers.ts';
import type { LogView, SeenDeployment, SeenKey } from './log-view.ts';
import type { Secrets } from './secrets.ts';
import type { Random } from './world/random.ts';

/** Calls a second, and how many may be under way. */
const pace = { aSecond: 30, waiting: 60 };
/** Removed keys and deployments that are tried again and again: the newest ones. */
const remembered = 60;

type Kind = 'valid' | 'removed' | 'nobody' | 'stranger';
/** @property aimed whose address is called. @property key whose key is sent. */
export type Shot = Readonly<{ kind: Kind; aimed: SeenDeployment; key?: SeenKey }>;

/**
 * A call that was not as the log, as far as it was read by then, says it should be. Whether the log had gone on meanwhile is
 * asked at the end.
 */
type Suspect = Readonly<{
  wrong: 'astray' | 'refused';
  text: string;
  deploymentId: number;
  keyId: number | undefined;
  wanted: string;
  arrived: string | undefined;
  startedAt: number;
  endedAt: number;
}>;

/** What was wrong, with examples. */
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

/** Where a call arrived: the target that stands behind `<target>/probe`. */
const targetOf = (arrived: string): string => `http://${arrived.replace(/\/probe$/, '')}`;

/** How the log stood for a deployment and a key when a call began. */
export const standing = ({ aimed, key }: Shot) => ({
  at: Date.now(),
  wanted: aimed.config.upstreamUrl,
  settled: aimed.serves && !aimed.removal && aimed.open.size === 0,
  keyWorks: key?.works === true && !key.removal && key.open.size === 0,
  gone: aimed.goneFrom !== undefined,
  keyGone: key?.goneFrom !== undefined,
});

/** Counts what one call says. */
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
      wanted: was.wanted,
      arrived,
      startedAt: was.at,
      endedAt: Date.now(),
    });
  tally.counts.answered += 1;
  if (arrived === undefined) {
    if (status >= 500) tally.note('broken', text);
    // The limit of a deployment, which the demo's has.
    else if (status !== 429 && kind === 'valid' && was.settled && was.keyWorks) suspect('refused');
    return;
  }
  if (was.gone) tally.note('open', `${text}, and it is gone`);
  else if (was.keyGone) tally.note('open', `${text}, and the key is gone`);
  else if (kind === 'nobody' || kind === 'stranger') tally.note('open', text);
  else {
    tally.counts.served += 1;
    if (!aimed.targets.has(arrived) || (was.settled && arrived !== was.wanted)) suspect('astray');
  }
};

/** Judges the suspects by the whole log. */
export const judgeSuspects = (tally: Counts, whole: LogView): void => {
  for (const { wrong, text, deploymentId, keyId, wanted, arrived, startedAt, endedAt } of tally.suspects) {
    const targets = [...(whole.deployments.get(deploymentId)?.targets ?? [])];
    // Another target was asked for meanwhile, and the reader of the log was late.
    if (wrong === 'astray' && targets.indexOf(arrived ?? '') > targets.indexOf(wanted)) continue;
    const isUnderWay = [...whole.operations.values()].some(
      (operation) =>
        (operation.consumerId === undefined
          ? operation.deploymentId === deploymentId
          : operation.consumerId === keyId) &&
        Date.parse(operation.requestedAt) <= endedAt &&
        !(operation.endedAt !== undefined && Date.parse(operation.endedAt) < startedAt),
    );
    if (wrong === 'refused' && isUnderWay) continue;
    tally.note(wrong, wrong === 'astray' ? `${text}, wanted ${wanted}` : text);
  }
};

/** One call of whoever it is, counted. Undefined when the gateway did not answer. */
export const shoot = async (proxyUrl: string, secrets: Secrets, shot: Shot, tally: Counts) => {
  const value = shot.key && secrets.of(shot.key.id);
  if (shot.key && !value) return undefined;
  const was = standing(shot);
  tally.counts.calls += 1;
  const seen = await call(`${proxyUrl}${shot.aimed.path}/probe`, value ? { apikey: value } : {});
  if (seen) judgeCall(shot, was, seen, tally);
  return seen;
};

/** Calls the gateway all the time with valid keys, removed keys, other deployments' keys and none. */
export const startCallers = (proxyUrl: string, view: LogView, secrets: Secrets, random: Random, tally: Counts) => {
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
    const wanted = keys.filter(({ works, removal }) => (kind === 'removed' ? removal : works && !removal));
    const key = random.pick(wanted.slice(-remembered));
    if (!key) return undefined;
    const aimed =
      kind === 'stranger'
        ? random.pick(deployments.filter(({ id, removal }) => id !== key.deploymentId && !removal))
        : view.deployments.get(key.deploymentId);
    return aimed && { kind, aimed, key };
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
      const shooting: Promise<unknown> = shoot(proxyUrl, secrets, shot, tally).finally(() => waiting.delete(shooting));
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
