import type { Action, Resource } from './authorization.ts';
import type { ChangedSince } from './older-form.ts';

/** One thing that is wrong. `code` is a key under `errors` in `locales/`. */
export type Problem = Readonly<{
  code: string;
  /** The form field; absent when the problem is about the whole command. */
  field?: string;
  parameters?: Readonly<Record<string, string | number>>;
}>;

/** `invalid` 400, `unauthenticated` 401, `forbidden` 403, `not-found` 404, `conflict` 409, `too-large` 413, `busy` 429, `unavailable` 503. */
export type RefusalKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'too-large'
  | 'busy'
  | 'unavailable';

/** What the table of rights refused, to ask for its explanation (`domain/why-not`): the row, and the thing by its numbers. */
export type Why = Readonly<{ action: Action }> & {
  readonly [Name in 'apiId' | 'applicationId' | 'organizationId']?: Resource[Name] | undefined;
};

/** A refused command with its reasons. The first problem is the title. `changed`: why a form is an older one. */
export type Refusal = Readonly<{
  refused: RefusalKind;
  problems: readonly [Problem, ...Problem[]];
  changed?: ChangedSince;
  why?: Why;
}>;

export const refuse = (refused: RefusalKind, problem: Problem, ...more: Problem[]): Refusal => ({
  refused,
  problems: [problem, ...more],
});

export const notFound = (): Refusal => refuse('not-found', { code: 'not-found' });
/** @param why what the table refused, where that is known here. */
export const forbidden = (code = 'forbidden', why?: Why, parameters?: Problem['parameters']): Refusal => ({
  ...refuse('forbidden', { code, ...(parameters && { parameters }) }),
  ...(why && { why }),
});

export const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'refused' in value && 'problems' in value;

/** Carries a refusal out of nested calls. Only the BFF's error handler catches it. */
export class RefusedError extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.problems[0].code);
    this.name = 'RefusedError';
    this.refusal = refusal;
  }
}
