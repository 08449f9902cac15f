import type { Pool } from '#platform/database.ts';
import type { Entry, Ledger } from './ledger.ts';
import type { LogView, SeenOperation } from './log-view.ts';

/** A message for each fault. */
export type Findings = Readonly<Record<'lost' | 'doubled' | 'stuck', readonly string[]>>;

const nameOf = ({ kind, who, key }: Entry) => `${kind} by ${who} (${key})`;

/** Returns the id in the response, with which the stream's name ends. */
const entityOf = ({ response = {} }: Entry) =>
  response.entityId ?? response.apiId ?? response.id ?? response.apiAccessRequestId;

/** Returns whether another person's command for the same thing explains that an operation failed. */
const wasTakenAway = ({ apiId, deploymentId, consumerId, problem }: SeenOperation, view: LogView): boolean =>
  [
    problem === 'permanent: access.revoked',
    view.apis.get(apiId ?? 0)?.deleting,
    view.deployments.get(deploymentId ?? 0)?.removal,
    view.keys.get(consumerId ?? 0)?.removal,
  ].some(Boolean);

const judgeEntry = (entry: Entry, view: LogView, again: ReadonlySet<unknown>) => {
  const expected = entry.event;
  const events = (view.commands.get(entry.commandId) ?? []).filter(({ type }) => type === expected);
  const lost: string[] = [];
  const doubled: string[] = [];
  if (events.length > 1) doubled.push(`${nameOf(entry)} led to ${events.length} events ${expected}`);
  // The portal does not keep responses of commands that changed nothing, so a repeated command may get another one.
  if (entry.another && events.length > 0)
    doubled.push(`${nameOf(entry)} got two responses, ${JSON.stringify([entry.response, entry.another])}`);
  const [event] = events;
  if (!entry.response) return { lost, doubled };
  // The next click gets the access request that already waits, whose event belongs to the first command.
  if (!event && expected === 'ApiAccessRequested' && again.has(entry.response.id)) return { lost, doubled };
  if (!event)
    lost.push(`${nameOf(entry)} was acknowledged with ${JSON.stringify(entry.response)}, and there is no event`);
  else if (event.operationId !== entry.response.operationId)
    lost.push(`${nameOf(entry)} got operation ${entry.response.operationId}, its event has ${event.operationId}`);
  else if (expected.startsWith('ApiAccess') === false && !event.stream.endsWith(`-${entityOf(entry)}`))
    lost.push(`${nameOf(entry)} got ${entityOf(entry)}, its event is in ${event.stream}`);
  return { lost, doubled };
};

/** Returns a message for each key that works although its access was revoked. */
export const keysWithoutAccess = (view: LogView, partnerId: number): string[] =>
  [...view.keys.values()]
    .filter(({ organizationId, works }) => works && organizationId === partnerId)
    .filter(({ apiId }) => view.accesses.get(`${apiId}-${partnerId}`)?.status === 'revoked')
    .map(({ id }) => `key ${id} works although its access was revoked`);

/** Compares the ledger with the log, which was read again from its first event. */
export const judgeLog = (ledger: Ledger, view: LogView, partnerId: number): Findings => {
  const asked = new Set(
    ledger.acknowledged().flatMap(({ event, response }) => (event === 'ApiAccessRequested' ? [response?.id] : [])),
  );
  const judged = ledger.entries.map((entry) => judgeEntry(entry, view, asked));
  const names = new Map<string, number>();
  for (const { name } of view.apis.values()) names.set(name, (names.get(name) ?? 0) + 1);
  const operations = [...view.operations.values()];
  const failed = operations.filter((operation) => operation.end === 'failed' && !wasTakenAway(operation, view));
  return {
    lost: [
      ...judged.flatMap(({ lost }) => lost),
      ...failed.map(({ kind, id, problem }) => `${kind} ${id} failed: ${problem}`),
      ...keysWithoutAccess(view, partnerId),
    ],
    doubled: [
      ...judged.flatMap(({ doubled }) => doubled),
      ...[...names].filter(([, count]) => count > 1).map(([name, count]) => `${name} was published ${count} times`),
      ...operations.filter(({ ends }) => ends > 1).map(({ kind, id, ends }) => `${kind} ${id} ended ${ends} times`),
    ],
    stuck: [
      ...view.openOperations().map(({ kind, id, requestedAt }) => `${kind} ${id} of ${requestedAt} has not ended`),
      ...[...view.apis.values()].filter((api) => api.deleting && !api.gone).map(({ id }) => `API ${id} is not gone`),
    ],
  };
};

/** Queries for rows of unfinished work. They must find nothing. */
const restless = {
  'parked stream': `select name || ' ' || stream || ': ' || error as what from parked_streams`,
  'waiting operation': `select operation_id::text as what from waiting_operations`,
  deployment: `select id || ' is ' || state as what from deployments where state not in ('deployed', 'failed')`,
  key: `select id || ' is ' || state as what from consumers where state in ('adding', 'changing', 'removing')`,
  operation: `select kind || ' ' || id || ' is ' || state as what from operations
              where state not in ('completed', 'superseded', 'failed')`,
} as const;

export const judgeTables = async (pool: Pool): Promise<string[]> => {
  const found: string[] = [];
  for (const [title, text] of Object.entries(restless)) {
    const { rows } = await pool.query<{ what: string }>(text);
    found.push(...rows.map(({ what }) => `${title} ${what}`));
  }
  return found;
};

/**
 * Returns the seconds from a command to its completed operation: median, 95th percentile, and the longest with its
 * command.
 */
export const waits = (ledger: Ledger, view: LogView) => {
  const took = ledger.acknowledged().flatMap(({ response, kind }) => {
    const operation = view.operations.get(String(response?.operationId));
    if (operation?.end !== 'completed' || !operation.endedAt) return [];
    const seconds = (Date.parse(operation.endedAt) - Date.parse(operation.requestedAt)) / 1_000;
    return [{ seconds, what: `${kind} at ${operation.requestedAt}` }];
  });
  took.sort((a, b) => a.seconds - b.seconds);
  const at = (part: number) => took[Math.min(took.length - 1, Math.floor(took.length * part))]?.seconds ?? 0;
  return { p50: at(0.5), p95: at(0.95), longest: took.at(-1) };
};
