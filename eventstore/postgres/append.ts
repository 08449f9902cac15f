import { setTimeout as sleep } from 'node:timers/promises';
import type { Event } from '#domain/core/event.ts';
import { crashPoint } from '#platform/crash-point.ts';
import { type Database, isConnectionError } from '#platform/database.ts';
import { codeOf } from '#platform/error-code.ts';
import type { Codec } from '../codec.ts';
import {
  type Append,
  type Appended,
  GuardMovedError,
  type Outcome,
  ReusedCommandError,
  UnavailableError,
  VersionConflictError,
} from '../event-store.ts';
import { isRefusedWrite } from '../refused-write.ts';
import { type Fingerprint, requestHash } from '../request-hash.ts';
import type { EncodedEvent } from '../stored-event.ts';
import { positionSql } from './position.ts';

type Row = {
  status: 'appended' | 'repeated' | 'reused' | 'conflict';
  version: number;
  position: string;
  outcome: Outcome;
};

const statement = {
  name: 'append_events',
  text: `select a.status, a.version, ${positionSql('a')} as position, a.outcome
         from append_events($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as a`,
};

const guardedStatement = {
  name: 'append_guarded',
  text: `select a.status, a.version, ${positionSql('a')} as position, a.outcome
         from append_guarded($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) as a`,
};

const parameters = (append: Append, encoded: readonly EncodedEvent[], fingerprint: Fingerprint): unknown[] => [
  append.meta.commandId,
  requestHash(append, fingerprint),
  append.stream,
  append.expectedVersion,
  encoded.map(({ id }) => id),
  encoded.map(({ type }) => type),
  encoded.map(({ schemaVersion }) => schemaVersion),
  encoded.map(({ data }) => data),
  encoded.map(({ meta }) => meta),
  JSON.stringify(append.outcome ?? {}),
];

const constraintOf = (error: unknown): string =>
  error instanceof Error && 'constraint' in error ? String(error.constraint) : '';

/** `patience`: milliseconds to repeat an append and wait for the response, before its outcome counts as unknown. */
type AppendContext<E extends Event> = Readonly<{
  database: Database;
  codec: Codec<E>;
  fingerprint: Fingerprint;
  patience: number;
}>;

/**
 * Appends events in one round trip. When no response comes, nobody knows whether the events are durable: a commit that
 * fails for the client may have succeeded (requirement G3). So it sends the same statement again until Postgres
 * responds. The statement first looks the command up, and so finds its own first attempt instead of writing twice.
 */
export const appendEvents = async <E extends Event>(
  append: Append<E>,
  { database, codec, fingerprint, patience }: AppendContext<E>,
): Promise<Appended> => {
  const { stream, expectedVersion, guards = [] } = append;
  const encoded = await codec.encode(append).catch((error: unknown) => {
    throw isConnectionError(error) ? new UnavailableError(error) : error;
  });
  const plain = parameters(append, encoded, fingerprint);
  const call =
    guards.length === 0
      ? { ...statement, values: plain }
      : {
          ...guardedStatement,
          values: [
            ...plain,
            guards.map(({ name }) => name),
            guards.map(({ version }) => version),
            guards.map(({ isPassed, passes }) => (isPassed ? null : passes)),
          ],
        };
  const deadline = performance.now() + patience;
  crashPoint('append.before');
  for (let delay = 25; ; delay = Math.min(delay * 2, 500)) {
    try {
      const query = { ...call, query_timeout: Math.max(1, deadline - performance.now()) };
      const { rows } = await database.query<Row>(query);
      crashPoint('append.after');
      return responseOf(rows[0] as Row, append);
    } catch (error) {
      // Two appends to different streams used one command id at once: the loser looks up the winner's result.
      const lostRace = codeOf(error) === '23505' && constraintOf(error) === 'commands_pkey';
      if (codeOf(error) === '23505' && constraintOf(error) === 'events_event_id_key')
        throw new VersionConflictError(stream, expectedVersion);
      if (codeOf(error) === 'GUARD') throw new GuardMovedError(guards);
      if (isRefusedWrite(error)) throw new UnavailableError(error);
      if (!lostRace && !isConnectionError(error)) throw error;
      if (performance.now() + delay > deadline) throw new UnavailableError(error);
      await sleep(delay);
    }
  }
};

const responseOf = (
  { status, version, position, outcome }: Row,
  { stream, expectedVersion, meta }: Append,
): Appended => {
  if (status === 'conflict') throw new VersionConflictError(stream, expectedVersion);
  if (status === 'reused') throw new ReusedCommandError(meta.commandId);
  return { version, position, outcome, repeated: status === 'repeated' };
};

type CommandRow = Omit<Row, 'status'> & { request_hash: string };

export const findCommand = async (
  database: Database,
  fingerprint: Fingerprint,
  commandId: string,
  request?: string,
): Promise<Appended | undefined> => {
  const { rows } = await database.query<CommandRow>(
    `select c.version, ${positionSql('c')} as position, c.outcome, c.request_hash from commands c where c.command_id = $1`,
    [commandId],
  );
  const [row] = rows;
  if (!row) return undefined;
  if (request !== undefined && row.request_hash !== fingerprint(request)) throw new ReusedCommandError(commandId);
  return { version: row.version, position: row.position, outcome: row.outcome, repeated: true };
};
