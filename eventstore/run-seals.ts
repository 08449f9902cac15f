import { setTimeout as sleep } from 'node:timers/promises';
import type { Event } from '#domain/core/event.ts';
import type { Log } from '#platform/log.ts';
import type { EventStore } from './event-store.ts';
import { describeFinding, type Finding } from './finding.ts';
import type { Checkpoints } from './postgres/log-checkpoints.ts';

const day = 24 * 3_600_000;

/**
 * @property checkpoints  signs each seal.
 * @property keepFindings keeps what was found wrong, for people to see. Called once a day for the same.
 */
type Sealing<E extends Event> = Readonly<{
  store: Pick<EventStore<E>, 'seal'>;
  checkpoints: Pick<Checkpoints, 'make'>;
  keepFindings: (findings: readonly Finding[]) => Promise<void>;
  log: Log;
  signal: AbortSignal;
}>;

/**
 * Seals the log and signs the seals until the signal aborts. Events since the last seal are protected only by the chains of
 * their streams and by their commands.
 *
 * @param every milliseconds between two seals. Default 10 s.
 */
export const runSeals = async <E extends Event>(
  { store, checkpoints, keepFindings, log, signal }: Sealing<E>,
  every = 10_000,
): Promise<void> => {
  let told = '';
  let toldAt = 0;
  const round = async (): Promise<void> => {
    await store.seal();
    const findings = await checkpoints.make();
    const text = findings.map(describeFinding).join('; ');
    if (text === '' || (text === told && performance.now() < toldAt + day)) return;
    log.error({ findings: text }, 'the event log was altered: npm run log -- verify');
    await keepFindings(findings);
    [told, toldAt] = [text, performance.now()];
  };
  while (!signal.aborted) {
    await round().catch((error: unknown) => log.warn({ err: error }, 'cannot seal the event log, trying again'));
    await sleep(every, undefined, { signal }).catch(() => undefined);
  }
};
