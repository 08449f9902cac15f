import * as z from 'zod/mini';

const fieldProblem = z.object({
  field: z.optional(z.string()),
  code: z.string(),
  message: z.optional(z.string()),
  parameters: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
});
export type FieldProblem = z.output<typeof fieldProblem>;

const problemDocument = z.object({
  code: z.string(),
  detail: z.optional(z.string()),
  errors: z.optional(z.array(fieldProblem)),
  parameters: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  correlationId: z.optional(z.string()),
  changed: z.optional(z.unknown()),
  why: z.optional(z.record(z.string(), z.nullable(z.union([z.string(), z.number()])))),
});
/** The query of the call that explains a refusal. */
export type Why = Readonly<Record<string, string | number | null>>;

/** An error of the server or the network. `status` is 0 if no response came. */
export class ProblemError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: readonly FieldProblem[];
  readonly parameters: Readonly<Record<string, string | number>>;
  /** The id that the user quotes to support when the error is unexpected. */
  readonly correlationId: string | undefined;
  /** Why a form is an older one, as the server said it (`changedIn`). */
  readonly changed: unknown;
  /** What the table of rights refused. Undefined for other errors. */
  readonly why: Why | undefined;

  constructor(
    status: number,
    code: string,
    more: {
      errors?: readonly FieldProblem[];
      parameters?: Record<string, string | number>;
      correlationId?: string;
      /** The server's own text. */
      detail?: string;
      changed?: unknown;
      why?: Why | undefined;
    } = {},
  ) {
    super(more.detail ?? code);
    this.name = 'ProblemError';
    this.status = status;
    this.code = code;
    this.errors = more.errors ?? [];
    this.parameters = more.parameters ?? {};
    this.correlationId = more.correlationId;
    this.changed = more.changed;
    this.why = more.why;
  }

  /** Returns whether the same request may succeed later, because nothing was decided. */
  get isTransient(): boolean {
    return this.code === 'network' || this.status === 408 || this.status === 429 || this.status >= 500;
  }

  /** Returns whether nobody expected it, so that support needs its id. A refusal says itself what is wrong. */
  get isUnexpected(): boolean {
    return this.status === 0 || this.status >= 500;
  }

  /** Returns whether the session is over. Nobody is shown that: the next thing is a login. */
  get isSessionOver(): boolean {
    return this.status === 401 && this.code !== 'sign-in.not-fresh';
  }

  /** Returns whether nothing is left to decide: somebody else was faster (`<noun>.<decision>-already`), or it is gone. */
  get isDecided(): boolean {
    return this.status === 404 || this.code.endsWith('-already');
  }
}

const codeOfStatus = (status: number): string => {
  if (status === 401) return 'unauthenticated';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not-found';
  if (status === 413) return 'too-large';
  if (status === 429) return 'busy';
  return status >= 500 ? 'unavailable' : 'invalid';
};

/** Returns the error for a response's status and body. If the body is not problem+json, the status alone decides. */
export const problemOf = (status: number, body: string, correlationId?: string | null): ProblemError => {
  let document: unknown;
  try {
    document = JSON.parse(body);
  } catch {
    document = undefined;
  }
  const parsed = problemDocument.safeParse(document);
  const id = (parsed.success ? parsed.data.correlationId : undefined) ?? correlationId ?? undefined;
  const more = id === undefined ? {} : { correlationId: id };
  if (!parsed.success) return new ProblemError(status, codeOfStatus(status), more);
  const { code, detail, errors, parameters, changed, why } = parsed.data;
  return new ProblemError(status, code, {
    ...more,
    ...(detail && { detail }),
    ...(errors && { errors }),
    ...(parameters && { parameters }),
    changed,
    why,
  });
};

/** Returns the error for a missing response: the network or the server is down. */
export const noResponse = (): ProblemError => new ProblemError(0, 'network');

export const asProblem = (error: unknown): ProblemError =>
  error instanceof ProblemError ? error : new ProblemError(0, 'unexpected');
