import type { PorticoEvent } from '#domain/event-catalogue.ts';
import type { ChaosWish } from './noun-commands.ts';
import type { PersonName } from './world/people.ts';

/** The body of the portal's response: ids. */
export type ResponseBody = Readonly<Record<string, unknown>>;

/**
 * One command of one person.
 *
 * @property event    follows from the command. Undefined: none does at once.
 * @property sentAt   when it was sent first, in milliseconds; `answeredAt` when the first response came.
 * @property response the body, undefined until the command was acknowledged.
 * @property refused  the problem's code if the command was refused.
 * @property another  a response to the same key that differs from the first one.
 */
export type Entry = {
  key: string;
  commandId: string;
  kind: string;
  event: PorticoEvent['type'] | undefined;
  who: PersonName;
  stream?: string | undefined;
  wasSo?: ChaosWish['wasSo'];
  isOnce?: ChaosWish['isOnce'];
  sentAt: number;
  answeredAt: number;
  attempts: number;
  response: ResponseBody | undefined;
  refused: string | undefined;
  another: ResponseBody | undefined;
};

/** Creates a ledger, which keeps every command that was sent. */
export const openLedger = () => {
  const entries: Entry[] = [];
  return {
    entries,
    add: (
      entry: Pick<Entry, 'key' | 'commandId' | 'kind' | 'event' | 'who' | 'stream' | 'wasSo' | 'isOnce'>,
    ): Entry => {
      const times = { sentAt: Date.now(), answeredAt: Number.POSITIVE_INFINITY };
      const added = { ...entry, ...times, attempts: 0, response: undefined, refused: undefined, another: undefined };
      entries.push(added);
      return added;
    },
    acknowledged: () => entries.filter(({ response }) => response !== undefined),
    /** How often each kind of command was acknowledged. */
    kinds: () => {
      const counts = new Map<string, number>();
      for (const { kind, response } of entries) if (response) counts.set(kind, (counts.get(kind) ?? 0) + 1);
      return [...counts].sort(([, a], [, b]) => b - a);
    },
    refusals: () => {
      const counts = new Map<string, number>();
      for (const { kind, refused } of entries)
        if (refused) counts.set(`${kind}: ${refused}`, (counts.get(`${kind}: ${refused}`) ?? 0) + 1);
      return [...counts].sort(([, a], [, b]) => b - a);
    },
  };
};
export type Ledger = ReturnType<typeof openLedger>;
