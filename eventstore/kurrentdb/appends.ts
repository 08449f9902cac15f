import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { crashPoint } from '#platform/crash-point.ts';
import { isConnectionError } from '#platform/database.ts';
import { codeOf } from '#platform/error-code.ts';
import {
  type Append,
  type Appended,
  type Guard,
  GuardMovedError,
  type Position,
  ReusedCommandError,
  UnavailableError,
  VersionConflictError,
} from '../event-store.ts';
import { isRefusedWrite } from '../refused-write.ts';
import type { EncodedEvent } from '../stored-event.ts';
import type { Anchor } from './anchor.ts';
import type { LogClient } from './client.ts';
import { withinLimit } from './clock.ts';
import { asUnavailable, failureOf } from './failure.ts';
import type { Intended, Intentions, NewIntention, OpenIntention } from './intentions.ts';
import { LogChangedError } from './log-changed.ts';
import type { Results } from './results.ts';
import { asLinkedEvent, asSent } from './stored-event.ts';

/** Milliseconds for one attempt to send. Less than a claim lasts, so that no two processes send the same at once. */
const attemptLimit = 3_000;

type Parts = Readonly<{
  client: LogClient;
  intentions: Intentions;
  results: Results;
  anchor: Anchor;
  prefix: string;
  /** Milliseconds to wait for an outcome before it counts as unknown. */
  patience: number;
}>;

/** The one flight of a command in this process, until its result is written. */
type Flight = Readonly<{ requestHash: string; done: Promise<Appended> }>;

/**
 * Appends in three steps: the intention into Postgres, the events to the server, the result into Postgres. The events are durable
 * after the second, and then the command is acknowledged. See docs/decisions/0089-intention-first.md.
 */
export const createAppends = ({ client, intentions, results, anchor, prefix, patience }: Parts) => {
  const flights = new Map<string, Flight>();

  /** Repeats a statement that can be repeated while Postgres is away. */
  const persistently = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const deadline = performance.now() + patience;
    for (let delay = 25; ; delay = Math.min(delay * 2, 500)) {
      try {
        return await work();
      } catch (error) {
        if (isRefusedWrite(error)) throw new UnavailableError(error);
        if (!isConnectionError(error)) throw error;
        if (performance.now() + delay > deadline) throw new UnavailableError(error);
        await sleep(delay);
      }
    }
  };

  /** Returns whether the events at the server are those that were sent. It compares only ids and versions itself. */
  const isSame = async (stream: string, version: number, hash: unknown): Promise<boolean> => {
    const [found] = await client.readStream(stream, version, 1);
    return found !== undefined && asLinkedEvent(found, prefix).hash.toString('hex') === hash;
  };

  /** Sends events until the server answers. Sent again, it gives the first answer. */
  const send = async (intention: OpenIntention): Promise<Position | 'conflict'> => {
    const { expected, version, previous, events } = intention;
    const stream = prefix + intention.stream;
    const sent = asSent(intention.stream, expected, previous, events);
    const last = sent.at(-1);
    const newestBefore = anchor.position();
    const deadline = performance.now() + patience;
    for (let delay = 25; ; delay = Math.min(delay * 2, 500)) {
      try {
        const limit = () => Math.max(1, Math.min(attemptLimit, deadline - performance.now()));
        if (!anchor.isTrusted()) await withinLimit(anchor.check(), limit());
        const appended = await client.append(stream, expected, sent, limit());
        if (appended.version !== version) throw new LogChangedError(`${stream} was deleted and began anew`);
        if (appended.position <= newestBefore) {
          // Somebody has sent it before, or the log is another one.
          await anchor.check();
          if (!(await isSame(stream, version, last?.metadata.hash))) return 'conflict';
        }
        anchor.note({ position: appended.position, id: last?.id ?? '' });
        return appended.position;
      } catch (error) {
        const failure = failureOf(error);
        if (failure === 'conflict') return failure;
        anchor.doubt();
        if (failure === 'denied') throw asUnavailable(error);
        if (failure === 'deleted') throw new LogChangedError(`${stream} was deleted`);
        if (failure === 'other') throw error;
        if (performance.now() + delay > deadline) throw asUnavailable(error);
        await sleep(delay);
        await persistently(() => intentions.renew(intention));
      }
    }
  };

  /** Sends an intention and has its result written. No value: its events conflicted, and it is taken back. */
  const carryOut = async (intention: OpenIntention): Promise<Appended | undefined> => {
    crashPoint('append.intended');
    const position = await send(intention);
    if (position === 'conflict') {
      await persistently(() => intentions.withdraw(intention));
      return undefined;
    }
    const { commandId, version, outcome } = intention;
    void results.add({ ...intention, position }).then(() => flights.delete(commandId));
    return { version, position, outcome, repeated: false };
  };

  /** Waits for the result of an open intention. When nobody works on it, carries it out. */
  const carryForward = async (commandId: string): Promise<Appended | undefined> => {
    const deadline = performance.now() + patience;
    for (let delay = 25; ; delay = Math.min(delay * 2, 200)) {
      const claimed = await persistently(() => intentions.claim(commandId));
      if (claimed) {
        const done = await carryOut(claimed);
        return done && { ...done, repeated: true };
      }
      const known = await persistently(() => intentions.find(commandId));
      if (!known) return undefined;
      if (known.position !== null) {
        const { version, position, outcome } = known;
        return { version, position, outcome, repeated: true };
      }
      if (performance.now() + delay > deadline)
        throw asUnavailable(new Error('another process has not ended this command'));
      await sleep(delay);
    }
  };

  const launch = (commandId: string, hash: string, work: () => Promise<Appended>): Promise<Appended> => {
    const done = work().then(
      (appended) => {
        // A new result keeps its flight until it is written.
        if (appended.repeated) flights.delete(commandId);
        return appended;
      },
      (error: unknown) => {
        flights.delete(commandId);
        throw error;
      },
    );
    flights.set(commandId, { requestHash: hash, done });
    return done;
  };

  /** Ends an open command of anybody. @returns its result; undefined when its events conflicted. */
  const close = async (commandId: string): Promise<Appended | undefined> => {
    const flown = await flights.get(commandId)?.done.catch(() => undefined);
    return flown ?? carryForward(commandId);
  };

  /** Writes the intention, or finds out why that is not possible. */
  const intend = async (wanted: NewIntention): Promise<Intended | undefined> => {
    try {
      return await persistently(() => intentions.intend(wanted));
    } catch (error) {
      if (codeOf(error) === 'GUARD') throw new GuardMovedError(wanted.guards);
      throw error;
    }
  };

  const attempt = async (append: Append, encoded: readonly EncodedEvent[], requestHash: string): Promise<Appended> => {
    const { stream, expectedVersion: expected, meta, outcome = {}, guards = [] } = append;
    const { commandId } = meta;
    const id = randomUUID();
    let previous: Buffer | undefined;
    for (;;) {
      const wanted = {
        commandId,
        requestHash,
        stream,
        expected,
        events: encoded,
        outcome,
        guards,
        attempt: id,
        previous,
      };
      const answer = await intend(wanted);
      if (!answer) continue;
      if (answer.status === 'reused') throw new ReusedCommandError(commandId);
      if (answer.status === 'repeated')
        return { version: answer.version, position: answer.position ?? '', outcome: answer.outcome, repeated: true };
      if (answer.status === 'unlinked') {
        const [before] = await client.readStream(prefix + stream, expected, 1);
        if (before?.version !== expected) throw new VersionConflictError(stream, expected);
        previous = asLinkedEvent(before, prefix).hash;
        continue;
      }
      if (answer.status === 'open') {
        const done = await carryForward(commandId);
        if (done) return done;
        continue;
      }
      if (answer.status === 'taken') {
        if (answer.position !== null || (await close(answer.holder))) throw new VersionConflictError(stream, expected);
        continue;
      }
      const open = { commandId, stream, expected, version: answer.version, outcome: answer.outcome };
      const done = await carryOut({ ...open, previous: answer.previous_hash, events: encoded });
      if (!done) throw new VersionConflictError(stream, expected);
      return done;
    }
  };

  return {
    /** @param encoded the events of the append as they are stored. */
    append: async (append: Append, encoded: readonly EncodedEvent[], requestHash: string): Promise<Appended> => {
      anchor.refuse();
      const { commandId } = append.meta;
      crashPoint('append.before');
      for (let flight = flights.get(commandId); flight; flight = flights.get(commandId)) {
        if (flight.requestHash !== requestHash) throw new ReusedCommandError(commandId);
        const done = await flight.done.catch(() => undefined);
        if (done) return { ...done, repeated: true };
      }
      const done = await launch(commandId, requestHash, () => attempt(append, encoded, requestHash));
      crashPoint('append.after');
      return done;
    },

    findCommand: async (commandId: string, requestHash: string | undefined): Promise<Appended | undefined> => {
      const flight = flights.get(commandId);
      if (flight && requestHash !== undefined && flight.requestHash !== requestHash)
        throw new ReusedCommandError(commandId);
      const flown = await flight?.done.catch(() => undefined);
      if (flown) return { ...flown, repeated: true };
      const known = await intentions.find(commandId);
      if (!known) return undefined;
      if (requestHash !== undefined && known.requestHash !== requestHash) throw new ReusedCommandError(commandId);
      const { version, position, outcome } = known;
      return position === null ? await carryForward(commandId) : { version, position, outcome, repeated: true };
    },

    /** Returns guards as the durable appends left them: ends all open commands that use them. */
    readGuards: async (names: readonly string[]): Promise<readonly Guard[]> => {
      for (;;) {
        const { guards, open } = await intentions.readGuards(names);
        if (open.length === 0) return guards;
        await Promise.all(open.map(close));
        await results.flush();
      }
    },

    /** Ends the commands that dead processes have left open. */
    sweep: async (): Promise<void> => {
      for (const commandId of await intentions.abandoned(100)) await close(commandId);
    },
  };
};
