import { Ajv, type ErrorObject, type ValidateFunction } from '@redocly/ajv';
import { Ajv2020 } from '@redocly/ajv/dist/2020.js';
import { RefusedError } from '#domain/core/problem.ts';
import { mostViolations, violationTextLimit } from '#domain/topic-message/limits.ts';
import type { ShownMessage, Violation } from '#domain/topic-message/schema.ts';
import { cutText } from '#platform/cut-text.ts';
import { linearRegExp } from '../match-in-linear-time.ts';
import { parseJson } from '../parse-json.ts';
import { fieldsOf } from '../spec-tree.ts';
import { parseSchema } from './check-schema.ts';
import { dialectOf } from './dialect.ts';
import type { SentSchema } from './read-events.ts';
import { visibleText } from './visible-text.ts';

/** Formats say what a text means, and limit nothing (2020-12 validation, 7.2.1). The schema itself was checked when it was saved. */
const optionsOf = () =>
  ({
    strict: false,
    allErrors: true,
    validateFormats: false,
    meta: false,
    validateSchema: false,
    logger: false,
    code: { regExp: linearRegExp() },
  }) as const;

/** An event whose messages can be checked. `validate` undefined: its schema can't be used. */
export type CheckedEvent = Readonly<{ eventTypeId: string; validate: ValidateFunction | undefined }>;

/** Makes the check of an event. Call it in a child process only. */
export const checkOf = ({ eventTypeId, schema }: SentSchema): CheckedEvent => {
  try {
    const { $schema: _said, $id: _address, ...words } = fieldsOf(parseSchema(schema)) ?? {};
    const checker = dialectOf({ $schema: _said }) === 'draft-07' ? new Ajv(optionsOf()) : new Ajv2020(optionsOf());
    return { eventTypeId, validate: checker.compile(words) };
  } catch {
    return { eventTypeId, validate: undefined };
  }
};

const short = (text: string): string => cutText(visibleText(text), violationTextLimit);
const below = (path: string, name: unknown): string =>
  `${path}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

const violationOf = ({ keyword, instancePath, params }: ErrorObject): Violation => {
  const found = (kind: Violation['kind'], path: string, detail: string): Violation => ({
    path: short(path || '/'),
    kind,
    detail: short(detail),
  });
  switch (keyword) {
    case 'type':
      return found('type', instancePath, [params.type].flat().join(', '));
    case 'required':
    case 'dependentRequired':
      return found('required', below(instancePath, params.missingProperty), '');
    case 'additionalProperties':
      return found('additional', below(instancePath, params.additionalProperty), '');
    case 'unevaluatedProperties':
      return found('additional', below(instancePath, params.unevaluatedProperty), '');
    case 'enum':
      return found('values', instancePath, params.allowedValues.map(textOf).join(', '));
    case 'const':
      return found('values', instancePath, textOf(params.allowedValue));
    default:
      return found(
        'rule',
        instancePath,
        [keyword, params.limit ?? params.pattern ?? params.multipleOf ?? ''].join(' ').trim(),
      );
  }
};

/** Words whose errors are told by those of their parts. */
const ofParts = new Set(['anyOf', 'oneOf', 'if']);

/** Returns how a value breaks an event's schema; undefined when that can't be said. */
const againstEvent = ({ validate }: CheckedEvent, value: unknown): Violation[] | undefined => {
  if (!validate) return undefined;
  if (validate(value)) return [];
  const errors = validate.errors ?? [];
  const parts = errors.filter(({ keyword }) => !ofParts.has(keyword));
  return (parts.length > 0 ? parts : errors)
    .map(violationOf)
    .filter(({ path, kind }, at, all) => all.findIndex((one) => one.path === path && one.kind === kind) === at)
    .slice(0, mostViolations);
};

/** What is wrong with a text that is no JSON that everybody reads in the same way. */
const ofText = (error: unknown): Violation => {
  const [problem] = error instanceof RefusedError ? error.refusal.problems : [];
  const key = problem?.parameters?.key;
  if (problem?.code === 'spec.duplicate-key') return { path: short(below('', key)), kind: 'twice', detail: '' };
  return { path: '/', kind: problem?.code === 'spec.too-deep' ? 'too-deep' : 'no-json', detail: '' };
};

/** What a check says of a message. */
export type MessageCheck = ShownMessage['check'];

/**
 * Holds a message to the schema of its event. Where it names none, it is held to all: it is the first event that it obeys, or the one
 * that it breaks least.
 *
 * @param named an `eventTypeId` that the message names; undefined: none.
 */
export const checkMessage = (text: string, events: readonly CheckedEvent[], named?: string): MessageCheck => {
  const own = events.filter(({ eventTypeId }) => eventTypeId === named);
  const tried = own.length > 0 ? own : events;
  const only = tried.length === 1 ? (tried[0]?.eventTypeId ?? null) : null;
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    return { result: 'breaks', eventTypeId: only, violations: [ofText(error)] };
  }
  let least: MessageCheck = { result: 'unchecked', eventTypeId: only, violations: [] };
  for (const event of tried) {
    const violations = againstEvent(event, value);
    const { eventTypeId } = event;
    if (violations?.length === 0) return { result: 'obeys', eventTypeId, violations };
    if (violations && (least.result === 'unchecked' || violations.length < least.violations.length))
      least = { result: 'breaks', eventTypeId, violations };
  }
  return least;
};
