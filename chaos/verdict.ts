import { accessIdOf } from '#domain/access/access.ts';
import type { Pool } from '#platform/database.ts';
import type { Entry, Ledger } from './ledger.ts';
import type { LogView, SeenOperation } from './log-view.ts';

/** A message for each fault. */
export type Findings = Readonly<Record<'lost' | 'doubled' | 'stuck' | 'late', readonly string[]>>;

const nameOf = ({ kind, who, key }: Entry) => `${kind} by ${who} (${key})`;

/** Returns the id in the response, with which the stream's name ends. */
const entityOf = ({ response = {} }: Entry) =>
  response.approvalId ??
  response.entityId ??
  response.apiId ??
  response.id ??
  response.apiAccessRequestId ??
  response.requestId;

/** Returns whether another person's command for the same thing explains that an operation failed. */
const wasTakenAway = ({ apiId, deploymentId, consumerId, problem }: SeenOperation, view: LogView): boolean =>
  [
    problem === 'permanent: access.revoked',
    view.apis.get(apiId ?? 0)?.deleting,
    view.deployments.get(deploymentId ?? 0)?.removal,
    view.keys.get(consumerId ?? 0)?.removal,
  ].some(Boolean);

const asksForAccess = (event: string | undefined): boolean =>
  event === 'ApiAccessRequested' || event === 'EventAccessRequested';

const isOfResponse = (stream: string, entry: Entry): boolean =>
  /^(Api|Event)Access/.test(entry.event ?? '') || stream.endsWith(`-${entityOf(entry)}`);

const judgeEntry = (entry: Entry, view: LogView, again: ReadonlySet<unknown>) => {
  const expected = entry.event;
  if (!expected) return { lost: [], doubled: [] };
  const events = (view.commands.get(entry.commandId) ?? []).filter(({ type }) => type === expected);
  const lost: string[] = [];
  const doubled: string[] = [];
  if (events.length > 1) doubled.push(`${nameOf(entry)} led to ${events.length} events ${expected}`);
  // The portal does not keep responses of commands that changed nothing, so a repeated command may get another one.
  const wasSo = entry.wasSo?.(view, entry.sentAt, entry.answeredAt) === true;
  if (entry.another && events.length > 0 && !wasSo)
    doubled.push(`${nameOf(entry)} got two responses, ${JSON.stringify([entry.response, entry.another])}`);
  const [event] = events;
  if (!entry.response) return { lost, doubled };
  // The next click gets the access request that already waits, whose event belongs to the first command.
  if (!event && asksForAccess(expected) && again.has(entry.response.id)) return { lost, doubled };
  // It was so already: somebody else was faster, and the client's view was late.
  if (!event && wasSo) return { lost, doubled };
  if (!event)
    lost.push(`${nameOf(entry)} was acknowledged with ${JSON.stringify(entry.response)}, and there is no event`);
  else if (event.operationId !== entry.response.operationId)
    lost.push(`${nameOf(entry)} got operation ${entry.response.operationId}, its event has ${event.operationId}`);
  else if (entry.stream ? event.stream !== entry.stream : !isOfResponse(event.stream, entry))
    lost.push(`${nameOf(entry)} got ${entityOf(entry)}, its event is in ${event.stream}`);
  return { lost, doubled };
};

/** Returns a message for each key that works although its access was revoked. */
export const keysWithoutAccess = (view: LogView): string[] =>
  [...view.keys.values()].flatMap(({ id, apiId, organizationId, works }) => {
    if (!works) return [];
    if (view.accesses.get(accessIdOf(apiId, organizationId))?.status === 'revoked')
      return [`key ${id} works although its access was revoked`];
    return view.organizations.all.get(organizationId)?.status === 'deleted'
      ? [`key ${id} works although its organization was deleted`]
      : [];
  });

/** Returns a message for each thing that somebody decided and that is not finished. */
export const unfinished = (view: LogView): string[] => [
  ...[...view.apis.values()].filter((api) => api.deleting && !api.gone).map(({ id }) => `API ${id} is not gone`),
  ...(['organizations', 'applications'] as const).flatMap((noun) =>
    [...view[noun].all.values()]
      .filter(({ status }) => status === 'deleting')
      .map(({ id }) => `${noun}: ${id} is not gone`),
  ),
  ...[...view.registrations.all.values()]
    .filter(({ status }) => status === 'approving')
    .map(({ id }) => `the approval of request ${id} is not finished`),
  ...[...view.approvals.all.values()]
    .filter(({ state }) => state === 'approved')
    .map(({ id, kind }) => `${kind} of approval ${id} is not carried out`),
];

/** Compares the ledger with the log, which was read again from its first event. */
export const judgeLog = (ledger: Ledger, view: LogView): Omit<Findings, 'late'> => {
  const asked = new Set(
    ledger.acknowledged().flatMap(({ event, response }) => (asksForAccess(event) ? [response?.id] : [])),
  );
  const judged = ledger.entries.map((entry) => judgeEntry(entry, view, asked));
  const names = new Map<string, number>();
  for (const { name } of view.apis.values()) names.set(name, (names.get(name) ?? 0) + 1);
  const operations = [...view.operations.values()];
  // Mails are judged with the mailbox (verdict-mails.ts).
  const failed = operations.filter(
    (operation) => operation.end === 'failed' && operation.kind !== 'send-mail' && !wasTakenAway(operation, view),
  );
  return {
    lost: [
      ...judged.flatMap(({ lost }) => lost),
      ...failed.map(({ kind, id, problem }) => `${kind} ${id} failed: ${problem}`),
      ...keysWithoutAccess(view),
    ],
    doubled: [
      ...judged.flatMap(({ doubled }) => doubled),
      ...[...names].filter(([, count]) => count > 1).map(([name, count]) => `${name} was published ${count} times`),
      ...operations.filter(({ ends }) => ends > 1).map(({ kind, id, ends }) => `${kind} ${id} ended ${ends} times`),
    ],
    stuck: [
      ...view.openOperations().map(({ kind, id, requestedAt }) => `${kind} ${id} of ${requestedAt} has not ended`),
      ...unfinished(view),
    ],
  };
};

/** Queries for rows of unfinished work. They must find nothing. */
const restless = {
  'parked stream': `select name || ' ' || stream || ': ' || error as what from parked_streams`,
  'waiting operation': `select operation_id::text as what from waiting_operations`,
  deployment: `select id || ' is ' || state as what from deployments where state not in ('deployed', 'failed')`,
  key: `select id || ' is ' || state as what from consumers where state in ('adding', 'changing', 'removing')`,
  organization: `select id || ' is being deleted' as what from organizations where status = 'deleting'`,
  application: `select id || ' is being deleted' as what from applications where deletion is not null`,
  approval: `select id::text as what from registrations where status = 'APPROVED' and not finished`,
  operation: `select kind || ' ' || id || ' is ' || state as what from operations
              where state not in ('completed', 'superseded', 'failed', 'cancelled')`,
} as const;

export const judgeTables = async (pool: Pool): Promise<string[]> => {
  const found: string[] = [];
  for (const [title, text] of Object.entries(restless)) {
    const { rows } = await pool.query<{ what: string }>(text);
    found.push(...rows.map(({ what }) => `${title} ${what}`));
  }
  return found;
};

/** A disturbance, in milliseconds. */
export type Span = Readonly<{ name: string; what: string; from: number; to: number }>;

/** Returns how many seconds of a span at least one disturbance lasted. */
export const disturbedSeconds = (spans: readonly Span[], from: number, to: number): number => {
  let seen = from;
  let sum = 0;
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const [begins, ends] = [Math.max(span.from, seen), Math.min(span.to, to)];
    if (ends <= begins) continue;
    sum += ends - begins;
    seen = ends;
  }
  return sum / 1_000;
};

/** A command waits at most so many times as long as the longest one did undisturbed, and as long as disturbances last. */
const multiple = 10;
/** Seconds that count as the longest undisturbed wait when it was shorter: a moment's chance decides below that. */
const leastLongest = 5;

type Wait = Readonly<{ seconds: number; what: string }>;

const summary = (took: readonly Wait[]) => {
  const sorted = took.toSorted((a, b) => a.seconds - b.seconds);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]?.seconds ?? 0;
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), longest: sorted.at(-1) };
};

/**
 * Compares the seconds from a command to its completed operation while nothing was disturbed with those afterwards.
 *
 * @param calmUntil when the first disturbance began, in milliseconds.
 * @returns both, and a message for each wait that is too long for this machine.
 */
export const waits = (ledger: Ledger, view: LogView, calmUntil: number, spans: readonly Span[]) => {
  const all = ledger.acknowledged().flatMap(({ response, kind }) => {
    const operation = view.operations.get(String(response?.operationId));
    if (operation?.end !== 'completed' || !operation.endedAt) return [];
    const [from, to] = [Date.parse(operation.requestedAt), Date.parse(operation.endedAt)];
    return [{ from, to, seconds: (to - from) / 1_000, what: `${kind} at ${operation.requestedAt}` }];
  });
  const calm = summary(all.filter(({ to }) => to <= calmUntil));
  const disturbed = all.filter(({ to }) => to > calmUntil);
  const most = multiple * Math.max(leastLongest, calm.longest?.seconds ?? 0);
  const late = disturbed.flatMap(({ from, to, seconds, what }) => {
    const excused = disturbedSeconds(spans, from, to);
    return seconds - excused <= most
      ? []
      : [
          `${what} took ${seconds.toFixed(1)} s, ${excused.toFixed(1)} s of them disturbed; at most ${most.toFixed(1)} more`,
        ];
  });
  return { calm, disturbed: summary(disturbed), most, late };
};
