import type { Problem } from '#domain/core/problem.ts';
import { type EntityKind, isKongObject } from './entity.ts';
import { type FilledFrom, fieldOf, filledFrom } from './field-of.ts';

/**
 * How an answer of the gateway is sorted (requirement J3). `permanent`: asking again is of no use.
 * `retry`: it may work later. `paused`: the gateway refuses Portico itself, a person has to act.
 * `unknown-outcome`: a write was sent and no answer came; it is read back before anything else is tried.
 *
 * @property problem codes, Kong's field names and numbers: never a value, Kong echoes keys in its errors (E4).
 */
export type GatewayFailure = Readonly<{
  class: 'permanent' | 'retry' | 'paused' | 'unknown-outcome';
  problem: Problem;
  retryAfterSeconds?: number;
}>;

export class GatewayError extends Error {
  readonly failure: GatewayFailure;

  constructor(failure: GatewayFailure) {
    super(failure.problem.code);
    this.name = 'GatewayError';
    this.failure = failure;
  }
}

/** A field's name as Kong spells it; anything else is not shown, it might be a value. */
const isFieldName = (text: string) => /^[a-z@][a-z0-9_]{0,40}$/.test(text);

/** The dotted paths of the fields that Kong names: `config.minute`. Values are never looked at. */
const fieldPaths = (fields: unknown, depth = 0): string[] => {
  if (!isKongObject(fields) || depth > 3) return [];
  return Object.entries(fields)
    .filter(([name]) => isFieldName(name))
    .flatMap(([name, value]) => {
      const inner = fieldPaths(value, depth + 1);
      return inner.length > 0 ? inner.map((path) => `${name}.${path}`) : [name];
    });
};

type RefusingResponse = Readonly<{ status: number; body: unknown; retryAfter?: string | undefined }>;

const uniqueCodes: Partial<Record<EntityKind, string>> = {
  service: 'gateway.name-taken',
  route: 'gateway.name-taken',
  'key-auth': 'gateway.credential-taken',
  oauth2: 'gateway.credential-taken',
};

const permanent = (
  { status, body }: RefusingResponse,
  kind: EntityKind | undefined,
  from: FilledFrom,
): GatewayFailure => {
  const paths = fieldPaths(isKongObject(body) ? body.fields : undefined);
  if (status === 409 && kind) {
    const field = fieldOf(from, kind, 'name');
    return {
      class: 'permanent',
      problem: {
        code: uniqueCodes[kind] ?? 'gateway.conflict',
        ...(field ? { field } : {}),
        parameters: { object: kind },
      },
    };
  }
  if (paths.includes('@referenced_by')) {
    return { class: 'permanent', problem: { code: 'gateway.still-referenced', parameters: { object: kind ?? '' } } };
  }
  // Of several the one that people can do something about.
  const path = (kind && paths.find((each) => fieldOf(from, kind, each))) ?? paths[0];
  const field = kind && path ? fieldOf(from, kind, path) : undefined;
  return {
    class: 'permanent',
    problem: {
      code: 'gateway.refused',
      ...(field ? { field } : {}),
      parameters: { status, ...(kind ? { object: kind } : {}), ...(path ? { kongField: path } : {}) },
    },
  };
};

/** `Retry-After` in seconds or as a date (RFC 9110, 10.2.3), one hour at most. */
const retryAfter = (header: string | undefined, now: number): { retryAfterSeconds?: number } => {
  if (!header) return {};
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - now) / 1000);
  return Number.isFinite(seconds) && seconds > 0 ? { retryAfterSeconds: Math.min(seconds, 3600) } : {};
};

/**
 * Sorts an answer that is no success.
 *
 * @param kind what was asked for, where one entity was.
 * @param from the form that its fields are shown in.
 */
export const failureOf = (
  response: RefusingResponse,
  kind: EntityKind | undefined,
  from: FilledFrom = filledFrom({}),
): GatewayFailure => {
  const { status } = response;
  const parameters = { status };
  if (status === 401 || status === 403)
    return { class: 'paused', problem: { code: 'gateway.refuses-portico', parameters } };
  if (status === 408 || status === 429 || status >= 500) {
    return {
      class: 'retry',
      problem: { code: 'gateway.busy', parameters },
      ...retryAfter(response.retryAfter, Date.now()),
    };
  }
  // What a consumer's credential lies under is gone: the next attempt reads and makes it again.
  if (status === 404 || status < 400) return unexpectedResponse(status);
  return permanent(response, kind, from);
};

/** No answer that Kong would give: another server, a proxy's page, half a body, one too large. */
export const unexpectedResponse = (status: number): GatewayFailure => ({
  class: 'retry',
  problem: { code: 'gateway.unexpected-answer', parameters: { status } },
});

/** No answer at all. After a write was sent nobody knows whether it was carried out. */
export const noResponse = (sent: boolean): GatewayFailure => ({
  class: sent ? 'unknown-outcome' : 'retry',
  problem: { code: 'gateway.unreachable' },
});
