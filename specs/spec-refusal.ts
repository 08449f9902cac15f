import { type Problem, type Refusal, RefusedError, refuse } from '#domain/core/problem.ts';
import { cutText } from '#platform/cut-text.ts';

/** Characters. Texts from a stranger's document are shortened in problems, so that responses stay small. */
const parameterLength = 200;

/** Returns a problem of the uploaded file. The form shows it at the field `jsonFile`. */
export const specProblem = (code: string, parameters?: Problem['parameters']): Problem => ({
  code: `spec.${code}`,
  field: 'jsonFile',
  ...(parameters && {
    parameters: Object.fromEntries(
      Object.entries(parameters).map(([name, value]) => [name, typeof value === 'string' ? shorten(value) : value]),
    ),
  }),
});

export const refuseSpec = (code: string, parameters?: Problem['parameters']): Refusal =>
  refuse('invalid', specProblem(code, parameters));

/** Moves the problems to another field. */
export const atField = ({ refused, problems: [first, ...more] }: Refusal, field: string): Refusal =>
  refuse(refused, { ...first, field }, ...more.map((one) => ({ ...one, field })));

/** Returns the refusal as an error to throw, because nested parsers stop at the first problem. */
export const specError = (code: string, parameters?: Problem['parameters']): RefusedError =>
  new RefusedError(refuseSpec(code, parameters));

const shorten = (text: string): string => {
  const clean = text.toWellFormed().replace(/\p{Cc}+/gu, ' ');
  return clean.length > parameterLength ? `${cutText(clean, parameterLength)}…` : clean;
};
