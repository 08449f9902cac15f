import { setTimeout as sleep } from 'node:timers/promises';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import { createWishes } from './commands.ts';
import type { Ledger } from './ledger.ts';
import type { LogView } from './log-view.ts';
import type { Facts } from './noun-commands.ts';
import { sendCommand } from './send.ts';
import type { Inbox } from './world/inbox.ts';
import type { People } from './world/people.ts';
import type { Random } from './world/random.ts';

/** The most commands that may wait for a response at the same time. */
const most = 40;

type Clients = Readonly<{
  /** The addresses of the portal's web servers. */
  portalUrls: readonly string[];
  inbox: Inbox;
  people: People;
  view: LogView;
  facts: Facts;
  ledger: Ledger;
  random: Random;
  /** Commands a second, on average. */
  aSecond: number;
}>;

/** Starts people who send commands until `stop`. */
export const startClients = ({ portalUrls, inbox, people, view, facts, ledger, random, aSecond }: Clients) => {
  const wishes = createWishes(view, facts, random, inbox);
  const stopping = new AbortController();
  const waiting = new Set<Promise<void>>();
  let going = true;
  let sent = 0;
  const loop = (async () => {
    while (going) {
      await sleep((1_000 / aSecond) * random.between(0.5, 1.5));
      const wish = waiting.size < most ? wishes.next() : undefined;
      if (!wish) continue;
      const { kind, event, who, call, stream, wasSo, isOnce } = wish;
      sent += 1;
      const key = `chaos-${process.pid}-${sent}`;
      // The portal makes the same id from the person and the key (bff/http/command.ts).
      const commandId = wish.commandId ?? uuidV5(porticoNamespace, `command/${facts.userIds[who]}/${key}`);
      const entry = ledger.add({ key, commandId, kind, event, who, stream, wasSo, isOnce });
      const sending = sendCommand(portalUrls, people, entry, call, random, stopping.signal).finally(() =>
        waiting.delete(sending),
      );
      waiting.add(sending);
    }
  })();
  return {
    waiting: () => waiting.size,
    /** Sends no new commands. Commands without a response are still repeated. */
    stop: async () => {
      going = false;
      await loop;
    },
    /** Waits for the remaining responses, at most this number of milliseconds. */
    finish: async (patience: number) => {
      await Promise.race([Promise.all(waiting), sleep(patience, undefined, { ref: false })]);
      stopping.abort();
      await Promise.all(waiting);
    },
  };
};
