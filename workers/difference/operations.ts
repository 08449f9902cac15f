import type { differenceOperations } from '#domain/difference/operations.ts';
import { nothing, type WorkOf } from '../engine/handler.ts';
import { answerDifference } from './answer.ts';

/** A late write is seen by the next look, and waits for an answer like any other difference. */
const work = { handler: answerDifference, afterLateWrite: nothing };

export const differenceWork = {
  'reapply-drift': work,
  'adopt-drift': work,
  'ignore-drift': work,
} satisfies WorkOf<keyof typeof differenceOperations>;
