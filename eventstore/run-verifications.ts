import { setTimeout as sleep } from 'node:timers/promises';
import type { LogVerificationCommand } from '#domain/log-verification/log-verification.ts';
import type { Pool } from '#platform/database.ts';
import { withLease } from '#platform/lease.ts';
import type { Log } from '#platform/log.ts';
import { describeFinding, type Finding } from './finding.ts';
import { isVerificationDue, keepVerification, mostKept, readVerification } from './log-verifications.ts';
import { endVerifications, takeVerifications, tellProgress } from './verification-requests.ts';

/** Milliseconds until a verification that broke off begins again by itself. */
const pauseAfterFault = 60 * 60_000;

/** Milliseconds between two times that people are told how far a verification is. */
const progressPause = 500;

/**
 * @property verify verifies the whole log. It has connections of its own, whose statements may take long.
 * @property record records in the trail that the log was verified, where nobody asked for it.
 * @property answer writes into the log how a verification ended that somebody asked for. The same twice is written once. Returns
 *                  whether the request is in the log.
 */
type Verifying = Readonly<{
  pool: Pool;
  record: (found: Readonly<{ events: number; findings: number; rows?: number }>) => Promise<void>;
  verify: (onProgress: (events: number) => void) => AsyncIterable<Finding>;
  answer: (id: string, command: LogVerificationCommand) => Promise<boolean>;
  log: Log;
  signal: AbortSignal;
}>;

/** Returns a function that tells how far it is, from time to time. A lost update is followed by others. */
const progressTo = (pool: Pool, ids: readonly string[]) => {
  let told = Date.now();
  return (events: number) => {
    if (ids.length === 0 || Date.now() - told < progressPause) return;
    told = Date.now();
    void tellProgress(pool, ids, events).catch(() => undefined);
  };
};

/**
 * Verifies the whole log if it is due, and keeps what it found. Of several processes one does it.
 *
 * @param isHeldBack whether it waits until somebody asks.
 */
export const verifyWhenDue = async (
  { pool, verify, record, answer, log, signal }: Verifying,
  isHeldBack = false,
): Promise<void> => {
  if (!(await isVerificationDue(pool, isHeldBack))) return;
  await withLease(pool, { name: 'log-verification', holder: 'projector', milliseconds: 60_000 }, async ({ lost }) => {
    if (!(await isVerificationDue(pool, isHeldBack))) return;
    const began = new Date();
    const asked = await takeVerifications(pool);
    const tell = progressTo(pool, asked);
    let events = 0;
    const findings: Finding[] = [];
    let total = 0;
    const onProgress = (count: number) => {
      signal.throwIfAborted();
      lost.throwIfAborted();
      events = count;
      tell(count);
    };
    const end = async (command: LogVerificationCommand) => {
      const answered: string[] = [];
      for (const id of asked) if (await answer(id, command)) answered.push(id);
      await endVerifications(pool, { taken: asked, answered, failed: command.type === 'BreakVerificationOff' });
    };
    try {
      for await (const finding of verify(onProgress)) {
        total += 1;
        if (findings.length >= mostKept) continue;
        findings.push(finding);
        log.error({ finding: describeFinding(finding) }, 'the event log was altered: npm run log -- verify');
      }
    } catch (error) {
      // Whoever asked does not wait for the next night. Another process, or the next start, goes on with what it was stopped in.
      if (!signal.aborted && !lost.aborted) await end({ type: 'BreakVerificationOff', data: { events } });
      throw error;
    }
    await keepVerification(pool, { kind: 'whole', began, events, findings });
    // With what only the running process could see, such as a checkpoint that is gone.
    const known = await readVerification(pool);
    total = Math.max(total, known.findings.length);
    const rows = known.rowsTotal === 0 ? {} : { rows: known.rowsTotal };
    const [first] = findings;
    const named = first && { first: `${first.stream || 'seal'} ${first.version}` };
    await end({ type: 'CompleteVerification', data: { events, findings: total, ...rows, ...named } });
    log.info({ events, findings: total }, 'verified the whole event log');
    // What somebody asked for has its entries. An empty log has none: its first event says that it is a new installation, which
    // demands seals (identify-installation.ts).
    if (asked.length > 0 || events + total === 0) return;
    await record({ events, findings: total, ...rows }).catch((error: unknown) =>
      log.error({ err: error }, 'cannot record in the trail that the event log was verified'),
    );
  });
};

/**
 * Verifies the whole log once a night, and when somebody asks for it, until the signal aborts.
 *
 * @param every milliseconds between two looks whether it is due. Default 2 s.
 */
export const runVerifications = async (verifying: Verifying, every = 2_000): Promise<void> => {
  const { log, signal } = verifying;
  let heldBackUntil = 0;
  while (!signal.aborted) {
    await verifyWhenDue(verifying, Date.now() < heldBackUntil).catch((error: unknown) => {
      if (signal.aborted) return;
      log.error({ err: error }, 'cannot verify the event log, trying again in an hour or when somebody asks');
      heldBackUntil = Date.now() + pauseAfterFault;
    });
    await sleep(every, undefined, { signal }).catch(() => undefined);
  }
};
