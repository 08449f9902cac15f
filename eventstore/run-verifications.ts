import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '#platform/database.ts';
import { withLease } from '#platform/lease.ts';
import type { Log } from '#platform/log.ts';
import { describeFinding, type Finding } from './finding.ts';
import { isVerificationDue, keepVerification, mostKept } from './log-verifications.ts';

/** Milliseconds until a verification that broke off begins again. */
const pauseAfterFault = 60 * 60_000;

/**
 * @property record records in the trail that the log was verified.
 * @property verify verifies the whole log. It has connections of its own, whose statements may take long.
 */
type Verifying = Readonly<{
  pool: Pool;
  record: (found: Readonly<{ events: number; findings: number }>) => Promise<void>;
  verify: (onProgress: (events: number) => void) => AsyncIterable<Finding>;
  log: Log;
  signal: AbortSignal;
}>;

/** Verifies the whole log if it is due, and keeps what it found. Of several processes one does it. */
export const verifyWhenDue = async ({ pool, record, verify, log, signal }: Verifying): Promise<void> => {
  if (!(await isVerificationDue(pool))) return;
  await withLease(pool, { name: 'log-verification', holder: 'projector', milliseconds: 60_000 }, async ({ lost }) => {
    if (!(await isVerificationDue(pool))) return;
    const began = new Date();
    let events = 0;
    const findings: Finding[] = [];
    let total = 0;
    const onProgress = (count: number) => {
      signal.throwIfAborted();
      lost.throwIfAborted();
      events = count;
    };
    for await (const finding of verify(onProgress)) {
      total += 1;
      if (findings.length >= mostKept) continue;
      findings.push(finding);
      log.error({ finding: describeFinding(finding) }, 'the event log was altered: npm run log -- verify');
    }
    await keepVerification(pool, { kind: 'whole', began, events, findings });
    log.info({ events, findings: total }, 'verified the whole event log');
    await record({ events, findings: total });
  });
};

/**
 * Verifies the whole log once a night until the signal aborts.
 *
 * @param every milliseconds between two looks whether it is due. Default 1 min.
 */
export const runVerifications = async (verifying: Verifying, every = 60_000): Promise<void> => {
  const { log, signal } = verifying;
  while (!signal.aborted) {
    let pause = every;
    await verifyWhenDue(verifying).catch((error: unknown) => {
      if (signal.aborted) return;
      log.error({ err: error }, 'cannot verify the event log, trying again in an hour');
      pause = pauseAfterFault;
    });
    await sleep(pause, undefined, { signal }).catch(() => undefined);
  }
};
