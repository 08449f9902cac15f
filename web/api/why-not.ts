import type { ProblemError } from './problem-error.ts';

/** A refusal that has a question. */
export type Refused = Pick<ProblemError, 'status' | 'why'>;
type Show = (problem: Refused) => void;

/** A question from before the explanation was loaded, which comes after the first screen (app/toasts.tsx). */
let waiting: Refused | undefined;
const keep: Show = (problem) => {
  waiting = problem;
};
let show = keep;

/** Registers what shows an explanation, and passes it a waiting question. Returns a function that ends that. */
export const onWhyNot = (explain: Show): (() => void) => {
  show = explain;
  if (waiting) explain(waiting);
  waiting = undefined;
  return () => {
    if (show === explain) show = keep;
  };
};

/** Shows why the table of rights refused something, over whatever is open. */
export const askWhyNot = (problem: Refused): void => show(problem);
