import type { Problem } from '#domain/core/problem.ts';
import { readOnlyCode } from '#domain/resource/read-only.ts';
import { type EntityKind, isKongObject } from './entity.ts';
import { type FilledFrom, fieldOf, filledFrom } from './field-of.ts';

/**
 * The class of a gateway's response (requirement J3). `permanent`: the same call would fail again. `retry`: it may
 * succeed later. `paused`: the gateway refuses Portico itself, and a person has to act. `unknown-outcome`: a write was
 * sent and no response came, so the entity is read before anything else is tried.
 *
 * @property problem has codes, Kong's field names and numbers, never a value: Kong repeats keys in its errors (E4).
 * @property refusedFields the dotted paths of all fields that Kong refuses, where a form has Kong's own names.
 */
export type GatewayFailure = Readonly<{
  class: 'permanent' | 'retry' | 'paused' | 'unknown-outcome';
  problem: Problem;
  retryAfterSeconds?: number;
  refusedFields?: readonly string[];
}>;

export class GatewayError extends Error {
  readonly failure: GatewayFailure;

  constructor(failure: GatewayFailure) {
    super(failure.problem.code);
    this.name = 'GatewayError';
    this.failure = failure;
  }
}

/**
 * Returns whether a text is a field's name as Kong spells it. Other texts are not shown, because they might be values.
 */
export const isFieldName = (text: string) => /^[a-z@][a-z0-9_]{0,40}$/.test(text);

/** Returns the dotted paths of the fields that Kong names: `config.minute`. Never reads their values. */
const fieldPaths = (fields: unknown, depth = 0): string[] => {
  if (!isKongObject(fields) || depth > 3) return [];
  return Object.entries(fields)
    .filter(([name]) => isFieldName(name))
    .flatMap(([name, value]) => {
      const inner = fieldPaths(value, depth + 1);
      return inner.length > 0 ? inner.map((path) => `${name}.${path}`) : [name];
    });
};

/** The kinds whose forms have the gateway's own names, and the most fields that are told one by one. */
const drawnKinds: ReadonlySet<EntityKind> = new Set<EntityKind>(['plugin', 'upstream', 'target', 'service', 'route']);
const mostFields = 50;

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
  // Chooses a field of the form if there is one, because people can correct it.
  const path = (kind && paths.find((each) => fieldOf(from, kind, each))) ?? paths[0];
  const field = kind && path ? fieldOf(from, kind, path) : undefined;
  return {
    class: 'permanent',
    problem: {
      code: 'gateway.refused',
      ...(field ? { field } : {}),
      parameters: { status, ...(kind ? { object: kind } : {}), ...(path ? { kongField: path } : {}) },
    },
    ...(kind && drawnKinds.has(kind)
      ? { refusedFields: paths.filter((each) => !each.startsWith('@')).slice(0, mostFields) }
      : {}),
  };
};

/** Reads `Retry-After` in seconds or as a date (RFC 9110, 10.2.3), one hour at most. */
const retryAfter = (header: string | undefined, now: number): { retryAfterSeconds?: number } => {
  if (!header) return {};
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - now) / 1000);
  return Number.isFinite(seconds) && seconds > 0 ? { retryAfterSeconds: Math.min(seconds, 3600) } : {};
};

/** The failure of a change at a gateway without a database. Nothing was changed. */
export const readOnly: GatewayFailure = { class: 'permanent', problem: { code: readOnlyCode } };

/** Returns whether Kong refuses a change because it has no database. Its code tells it from a method that it does not know. */
const isReadOnly = ({ status, body }: RefusingResponse): boolean =>
  status === 405 && isKongObject(body) && body.code === 12;

/**
 * Returns the class and problem of a response that is not a success.
 *
 * @param kind the kind of the entity that was requested, if one was.
 * @param from the form that shows its fields.
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
  if (isReadOnly(response)) return readOnly;
  // The credential's consumer is gone: the next attempt reads it and makes it again.
  if (status === 404 || status < 400) return unexpectedResponse(status);
  return permanent(response, kind, from);
};

/**
 * Returns the failure for a response that Kong would not send: from another server or a proxy, incomplete, or too
 * large.
 */
export const unexpectedResponse = (status: number): GatewayFailure => ({
  class: 'retry',
  problem: { code: 'gateway.unexpected-answer', parameters: { status } },
});

/** Returns the failure for a missing response. After a write nobody knows whether it took effect. */
export const noResponse = (sent: boolean): GatewayFailure => ({
  class: sent ? 'unknown-outcome' : 'retry',
  problem: { code: 'gateway.unreachable' },
});
