import { exportProof } from '#eventstore/export-proof.ts';
import { OperatorError } from '../operator-error.ts';
import type { LogCommand } from './command.ts';

/** Prints a JSON object a line whether asked or not: it is read by `scripts/verify-log-export.mjs`. */
export const exportProofCommand: LogCommand = {
  words: '<stream>',
  does: 'prints the events of a stream with proofs, for scripts/verify-log-export.mjs on another machine',
  takes: [1, 1],
  run: async ({ pool, checkpoints, verifier }, { words: [stream = ''] }) => {
    const proved = await exportProof(pool, checkpoints.source, stream);
    if (!proved) throw new OperatorError('There is no signed checkpoint yet. Does the projector run?');
    if (proved.events.length === 0) throw new OperatorError(`No signed checkpoint has an event of ${stream} yet.`);
    // Not as `printJson` does: the bytes must stay as they are.
    console.log(JSON.stringify({ note: proved.note }));
    for (const event of proved.events) console.log(JSON.stringify(event));
    const later = proved.later === 0 ? '' : ` ${proved.later} newer ones have no checkpoint yet.`;
    console.error(`${proved.events.length} events.${later} The key of this log: ${verifier.key}`);
  },
};
