import type { PersonName } from './world/people.ts';

/** The event that follows from each kind of command. */
export const expectedEvents = {
  publish: 'ApiPublished',
  deploy: 'DeploymentRequested',
  redeploy: 'DeploymentRequested',
  'add key': 'ConsumerRequested',
  'change key limit': 'ConsumerChangeRequested',
  'delete key': 'ConsumerRemovalRequested',
  undeploy: 'UndeploymentRequested',
  'request access': 'ApiAccessRequested',
  'approve access': 'ApiAccessApproved',
  'revoke access': 'ApiAccessRevoked',
  'delete API': 'ApiDeletionRequested',
} as const;
export type CommandKind = keyof typeof expectedEvents;

/** The body of the portal's response: ids. */
export type ResponseBody = Readonly<Record<string, unknown>>;

/**
 * One command of one person.
 *
 * @property response the body, undefined until the command was acknowledged.
 * @property refused  the problem's code if the command was refused.
 * @property another  a response to the same key that differs from the first one.
 */
export type Entry = {
  key: string;
  commandId: string;
  kind: CommandKind;
  who: PersonName;
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
    add: (entry: Pick<Entry, 'key' | 'commandId' | 'kind' | 'who'>): Entry => {
      const added = { ...entry, attempts: 0, response: undefined, refused: undefined, another: undefined };
      entries.push(added);
      return added;
    },
    acknowledged: () => entries.filter(({ response }) => response !== undefined),
    refusals: () => {
      const counts = new Map<string, number>();
      for (const { kind, refused } of entries)
        if (refused) counts.set(`${kind}: ${refused}`, (counts.get(`${kind}: ${refused}`) ?? 0) + 1);
      return [...counts].sort(([, a], [, b]) => b - a);
    },
  };
};
export type Ledger = ReturnType<typeof openLedger>;
