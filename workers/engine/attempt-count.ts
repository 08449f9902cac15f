import type { OperationEvent } from '#domain/operation/operation.ts';

/**
 * @property begun all attempts, those too that ended with their process.
 * @property spent those that count against the operation: not those that wait for a person (`paused`), for something
 *                 else of Portico's (`waiting`) or for a gateway that is away or busy.
 * @property busy  those that ended because the gateway said that it can't now, or nothing.
 */
export type AttemptCount = Readonly<{ begun: number; spent: number; busy: number }>;

/** A gateway that gives no answer, or says that it can't now: that says nothing about what it was asked for. */
const passing = ['gateway.unreachable', 'gateway.busy'];
export const isPassing = ({ code }: { code: string }): boolean => passing.includes(code);

const none: AttemptCount = { begun: 0, spent: 0, busy: 0 };

/**
 * The attempts at an operation since it was requested or last replayed. Kept in the log, so that a queue that is lost
 * forgets nothing.
 */
export const countAttempts = (operation: readonly OperationEvent[]): AttemptCount =>
  operation.reduce((count, { type, data }) => {
    const { begun, spent, busy } = count;
    if (type === 'OperationReplayRequested') return none;
    if (type === 'OperationStarted') return { begun: begun + 1, spent: spent + 1, busy };
    if (type !== 'OperationDelayed') return count;
    if (data.class !== 'retry') return { begun, spent: spent - 1, busy };
    return isPassing(data.problem) ? { begun, spent: spent - 1, busy: busy + 1 } : count;
  }, none);
