import { type Problem, type Refusal, RefusedError, refuse } from '#domain/core/problem.ts';

/** Texts of a stranger's document inside a problem are cut, so that an answer stays small. */
const parameterLength = 200;

/** A problem of the uploaded file: the form shows it at the field `jsonFile`. */
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

/** The same problems at another field. */
export const atField = ({ refused, problems: [first, ...more] }: Refusal, field: string): Refusal =>
  refuse(refused, { ...first, field }, ...more.map((one) => ({ ...one, field })));

/** The same, thrown: readers are nested and stop at the first thing that is wrong. */
export const specError = (code: string, parameters?: Problem['parameters']): RefusedError =>
  new RefusedError(refuseSpec(code, parameters));

const shorten = (text: string): string => {
  const clean = text.toWellFormed().replace(/\p{Cc}+/gu, ' ');
  return clean.length > parameterLength ? `${clean.slice(0, parameterLength).toWellFormed()}…` : clean;
};
