import type { Database } from '#platform/database.ts';
import { eventHash, noHash } from '../event-hash.ts';
import { beginning, type Outcome } from '../event-store.ts';
import type { Finding } from '../finding.ts';
import type { KeptCheckpoint } from '../merkle/checkpoint.ts';
import type { NoteVerifier } from '../merkle/signed-note.ts';
import { verifyCheckpoints } from '../postgres/verify/verify-checkpoints.ts';
import type { SealCheck } from '../seal-check.ts';
import { commandOf, hasItsOutcome } from '../stored-meta.ts';
import { batchesOf } from './batches.ts';
import type { LogClient } from './client.ts';
import { beforeAll, createPart, digestOf, sealAfter } from './seal-log.ts';
import type { ServerEvent } from './server-event.ts';
import { asLinkedEvent, isOfServer, type LinkedEvent } from './stored-event.ts';
import { serverSource } from './tree-source.ts';

type Parts = Readonly<{
  pool: Database;
  client: LogClient;
  prefix: string;
  sealCheck?: SealCheck;
  verifier?: NoteVerifier;
  /** Returns checkpoints that were kept outside, from the first on. Default: none. */
  outside?: (() => AsyncIterable<KeptCheckpoint>) | undefined;
}>;
type Command = Readonly<{
  command_id: string;
  stream: string;
  version: number;
  position: string | null;
  outcome: Outcome;
}>;

const pageSize = 1_000;

const commandsOf = async (database: Database, events: readonly LinkedEvent[]) => {
  const ids = [...new Set(events.map(({ meta }) => commandOf(meta).commandId))];
  const { rows } = await database.query<Command>(
    'select command_id, stream, version, position, outcome from intentions where command_id = any($1)',
    [ids],
  );
  return new Map(rows.map((row) => [row.command_id, row]));
};

/** Returns what is wrong with an event, compared with the event before it and with its command. */
const findingOf = (
  event: LinkedEvent,
  before: Readonly<{ version: number; hash: Buffer }> | undefined,
  command: Command | undefined,
  sealFault: string | undefined,
): Finding['reason'] | undefined => {
  if (event.version !== (before?.version ?? 0) + 1) return 'missing';
  if (!event.previous.equals(before?.hash ?? noHash)) return 'unlinked';
  if (!eventHash(event.previous, { ...event, eventId: event.id }).equals(event.hash)) return 'changed';
  if (sealFault !== undefined) return 'foreign';
  if (command?.stream !== event.stream || command.version < event.version) return 'unasked';
  if (!hasItsOutcome(commandOf(event.meta), command.outcome)) return 'result';
  const isElsewhere =
    command.version === event.version && command.position !== null && command.position !== event.position;
  return isElsewhere ? 'moved' : undefined;
};

/** Compares the events with the seals, while they pass by in the order of the log. */
const createLogSealCheck = (database: Database) => {
  let before = beforeAll;
  let next: Promise<Awaited<ReturnType<typeof sealAfter>>> | undefined;
  let part = createPart();
  const fetchNext = () => {
    next ??= sealAfter(database, before.seal);
    return next;
  };
  /** Ends each seal that lies before a position. */
  return {
    take: async (event: LinkedEvent | undefined): Promise<readonly Finding[]> => {
      const findings: Finding[] = [];
      for (let seal = await fetchNext(); seal && (!event || event.position > seal.position); seal = await fetchNext()) {
        const heads = JSON.stringify(Object.fromEntries(part.heads));
        const events = before.events + part.count();
        const digest = digestOf(before, seal.seal, seal.events, part.items(), seal.heads);
        const holds =
          seal.seal === before.seal + 1 && events === seal.events && digest.equals(seal.digest) && heads === seal.heads;
        if (!holds) findings.push({ stream: '', version: seal.seal, reason: 'unsealed' });
        before = seal;
        next = undefined;
        part = createPart();
      }
      if (event) part.take(event);
      return findings;
    },
  };
};

/** Finds streams that are shorter than their newest command says: somebody removed their end, or all of them. */
async function* shorter(database: Database, versions: ReadonlyMap<string, Readonly<{ version: number }>>) {
  let last = '';
  for (;;) {
    const { rows } = await database.query<{ stream: string; version: number }>(
      `select stream, max(version) as version from intentions where position is not null and stream > $1
       group by stream order by stream limit ${pageSize}`,
      [last],
    );
    for (const { stream, version } of rows) {
      const found = versions.get(stream)?.version ?? 0;
      const finding: Finding = { stream, version: found + 1, reason: 'missing' };
      if (found < version) yield finding;
    }
    if (rows.length < pageSize) return;
    last = rows.at(-1)?.stream ?? last;
  }
}

/**
 * Finds changes to the log after it was appended, one finding a stream: events that were changed, moved, inserted by others or
 * scavenged, and streams that were deleted or hidden by metadata. It reads the whole log in order, once for the checkpoints and once
 * for the rest, and remembers the end of each stream: about 200 bytes a stream.
 */
export async function* verifyLog(
  { pool, client, prefix, sealCheck, verifier, outside }: Parts,
  onProgress: (events: number) => void = () => undefined,
): AsyncGenerator<Finding> {
  const ends = new Map<string, Readonly<{ version: number; hash: Buffer }>>();
  const named = new Set<string>();
  const seals = createLogSealCheck(pool);
  let count = 0;
  const once = function* (finding: Finding): Generator<Finding> {
    if (finding.stream !== '' && named.has(finding.stream)) return;
    named.add(finding.stream);
    yield finding;
  };
  const source = serverSource(pool, client, prefix);
  // First, because they also tell since when.
  if (verifier && outside)
    for await (const finding of verifyCheckpoints(pool, verifier, source, outside)) yield* once(finding);
  if (verifier) for await (const finding of verifyCheckpoints(pool, verifier, source)) yield* once(finding);
  /** The server writes metadata and deletions as events of its own. */
  const removed = ({ stream, type }: ServerEvent): string | undefined => {
    if (stream.startsWith(`$$${prefix}`)) return stream.slice(prefix.length + 2);
    return type.startsWith('$') ? stream.slice(prefix.length) : undefined;
  };
  const ending = new AbortController();
  const options = { after: beginning, prefixes: [prefix, `$$${prefix}`], batchSize: pageSize, signal: ending.signal };
  for await (const batch of batchesOf(client, options)) {
    if (batch.length === 0) break;
    for (const stream of batch.flatMap((event) => removed(event) ?? []))
      yield* once({ stream, version: (ends.get(stream)?.version ?? 0) + 1, reason: 'removed' });
    const own = batch
      .filter((event) => event.stream.startsWith(prefix) && !isOfServer(event))
      .map((event) => asLinkedEvent(event, prefix));
    const commands = await commandsOf(pool, own);
    const sealFaults = await sealCheck?.faultsOf(own);
    for (const [index, event] of own.entries()) {
      const { stream, version, hash } = event;
      for (const finding of await seals.take(event)) yield* once(finding);
      const before = ends.get(stream);
      const reason = findingOf(event, before, commands.get(commandOf(event.meta).commandId), sealFaults?.[index]);
      if (reason) yield* once({ stream, version: reason === 'missing' ? (before?.version ?? 0) + 1 : version, reason });
      ends.set(stream, { version, hash });
    }
    count += own.length;
    onProgress(count);
  }
  for (const finding of await seals.take(undefined)) yield* once(finding);
  for await (const finding of shorter(pool, ends)) yield* once(finding);
}
