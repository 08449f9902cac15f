import { globSync } from 'node:fs';
import { joined } from '#domain/core/distinct.ts';
import type { LogView, SeenDeployment, SeenKey } from './log-view.ts';
import type { ChaosCommand, ChaosCommands, ChaosWorld, Facts } from './noun-commands.ts';
import { ofSweep } from './view/names.ts';
import type { Inbox } from './world/inbox.ts';
import type { Random } from './world/random.ts';

export type Wish = Readonly<{ kind: string; event: ChaosCommand['event'] }> &
  NonNullable<ReturnType<ChaosCommand['wish']>>;

/** Number of draws when a command has nothing to work on. */
const draws = 5;

const root = new URL('../', import.meta.url);
/** The commands of every noun, from its own folder. */
const nouns: readonly ChaosCommands[] = await Promise.all(
  globSync('bff/*/chaos-examples.ts', { cwd: root.pathname })
    .sort()
    .map(async (file) => {
      const { commands } = (await import(new URL(file, root).href)) as { commands: ChaosCommands };
      return commands;
    }),
);

const letters = (number: number): string => [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('');

const plain = <Subject extends SeenDeployment | SeenKey>(all: Iterable<Subject>, busy: boolean): Subject[] =>
  [...all].filter(({ open, removal }) => !removal && (busy || open.size === 0));

const createWorld = (view: LogView, facts: Facts, random: Random, inbox: Inbox): ChaosWorld => {
  let made = 0;
  const newNumber = () => {
    made += 1;
    return made;
  };
  const apis = () => [...view.apis.values()].filter(({ deleting, name }) => !deleting && name.startsWith('Chaos '));
  /** Mostly subjects without an open operation, now and then one with an operation. */
  const ofApis = <Subject extends SeenDeployment | SeenKey>(all: ReadonlyMap<number, Subject>): Subject[] => {
    const ids = new Set(apis().map(({ id }) => id));
    return plain(all.values(), random.chance(0.15)).filter(({ apiId }) => ids.has(apiId));
  };
  return {
    inbox,
    view,
    facts,
    random,
    apis,
    deployments: () => ofApis(view.deployments),
    keys: () => ofApis(view.keys).filter(({ works }) => works),
    organizations: () =>
      [...view.organizations.all.values()].filter(
        ({ name, status }) => name.startsWith(ofSweep) && (status === 'active' || status === 'off'),
      ),
    administrator: () => (random.chance(0.5) ? 'ada-lindqvist' : 'mateo-rossi'),
    partner: () => (random.chance(0.5) ? 'grace-okafor' : 'liam-chen'),
    newNumber,
    newName: () => `chaos ${letters(newNumber())}`,
  };
};

/** Returns a function that chooses the next command, from what exists according to the log. */
export const createWishes = (view: LogView, facts: Facts, random: Random, inbox: Inbox) => {
  const world = createWorld(view, facts, random, inbox);
  const commands: Readonly<Record<string, ChaosCommand>> = joined(
    'command of the sweep',
    nouns.map((noun) => noun(world)),
  );
  const weights = () =>
    Object.fromEntries(
      Object.entries(commands).map(([kind, { weight }]) => [kind, typeof weight === 'number' ? weight : weight()]),
    );
  return {
    commands,
    /** Returns undefined if none of the drawn commands has anything to work on. */
    next: (): Wish | undefined => {
      for (let draw = 0; draw < draws; draw += 1) {
        const kind = random.weighed(weights());
        const command = commands[kind] as ChaosCommand;
        const wish = command.wish();
        if (wish) return { kind, event: command.event, ...wish };
      }
      return undefined;
    },
  };
};
