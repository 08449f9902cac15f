import type { OperationEvent } from '#domain/operation/operation.ts';

/**
 * @property begun all attempts, also those that ended with their process.
 * @property spent attempts that count against the operation. Attempts that wait for a person (`paused`), for another
 *   part of Portico (`waiting`) or for a gateway that is away or busy do not count.
 * @property busy  attempts that ended because the gateway was busy or did not respond.
 */
export type AttemptCount = Readonly<{ begun: number; spent: number; busy: number }>;

/** Problems of a gateway that does not respond or is busy. They tell nothing about the request itself. */
const temporaryCodes = ['gateway.unreachable', 'gateway.busy'];
export const isPassing = ({ code }: { code: string }): boolean => temporaryCodes.includes(code);

const none: AttemptCount = { begun: 0, spent: 0, busy: 0 };

/**
 * Returns the number of attempts at an operation since it was requested or last replayed. The log has them, so a lost
 * queue loses no count.
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
