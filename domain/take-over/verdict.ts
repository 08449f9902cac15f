import * as z from 'zod/mini';
import { takeOverPreview, takeOverStates } from './preview.ts';

/** What a service in the list of all is: it waits for a decision, or has one. */
export const decisionStates = ['open', ...takeOverStates] as const;
export type DecisionState = (typeof decisionStates)[number];

/** What the list of all services says of each preview. @property refusalsTotal how many there are: a row has the first of them. */
export const takeOverVerdict = z.extend(
  z.pick(takeOverPreview, { seen: true, target: true, keysTotal: true, refusals: true, left: true }),
  { refusalsTotal: z.int() },
);
export type TakeOverVerdict = z.output<typeof takeOverVerdict>;
