import { isDeepStrictEqual } from 'node:util';
import { fieldsOf } from '../spec-tree.ts';
import { type CompareSchemas, type Found, type Report, shown } from './compare-schemas.ts';
import type { Body, Content, Contract, Header, Operation, Parameter, Schema } from './contract.ts';
import { saySame } from './notes.ts';
import type { RuleName, Use } from './rules.ts';
import { wordsOf } from './schema-forms.ts';
import { resolve } from './schema-reference.ts';
import { isBare } from './style.ts';

const sent: Use = { request: true, response: false };
const read: Use = { request: false, response: true };
const whole: Use = { request: true, response: true };

/** Returns whether every caller can still call: each old way to authenticate still works or needs less now. */
const letsInAsBefore = (before: Operation['security'], after: Operation['security']): boolean =>
  before.every((old) => after.some((now) => now.every((name) => old.includes(name))));

/** Returns whether a removed response is a success. `default` is one when no other success is described. */
const isSuccess = (status: string, { responses }: Operation): boolean =>
  status.startsWith('2') || (status === 'default' && ![...responses.keys()].some((one) => one.startsWith('2')));

/** Returns the response for a status, or for the range that contains it now. */
const responseIn = ({ responses }: Operation, status: string) =>
  responses.get(status) ?? responses.get(`${status[0]}XX`) ?? responses.get(`${status[0]}xx`);

/** Returns the schema of a media type, or of a range like `*`/`*` that contains it. */
const inContent = (content: Content, type: string): Schema | undefined =>
  content.get(type) ?? content.get(`${type.split('/')[0]}/*`) ?? content.get('*/*');

const scalars: ReadonlySet<unknown> = new Set(['integer', 'number', 'boolean']);
const typeOf = (contract: Contract, { schema }: Pick<Parameter, 'schema'>): unknown =>
  fieldsOf(resolve(contract, schema))?.type;
const saysOnlyType = (contract: Contract, { schema }: Parameter): boolean =>
  wordsOf(fieldsOf(resolve(contract, schema)) ?? {}).join() === 'type';

const defaultOf = (contract: Contract, { schema }: Parameter): unknown => fieldsOf(resolve(contract, schema))?.default;

/** Returns whether a parameter may be a list or an object. */
const isComposed = (contract: Contract, one: Pick<Parameter, 'schema'>): boolean => {
  const type = typeOf(contract, one);
  return Array.isArray(type) ? type.some((one) => !single.has(one)) : !single.has(type);
};
const single: ReadonlySet<unknown> = new Set(['string', 'integer', 'number', 'boolean', 'null', 'file']);

type Encoded = Pick<Body, 'content' | 'encodings'>;
/** Returns whether a field of a form is a list. */
const isListIn = (contract: Contract, { content }: Encoded, type: string, name: string): boolean => {
  const { properties } = fieldsOf(resolve(contract, content.get(type))) ?? {};
  return typeOf(contract, { schema: fieldsOf(properties)?.[name] }) === 'array';
};

/**
 * Returns what the list holds that a single value may become: `id=5` is also a list in the default style. A number has no sign
 * that separates values in another one.
 */
const asList = (older: Contract, old: Parameter, newer: Contract, now: Parameter): Schema | undefined => {
  const list = fieldsOf(resolve(newer, now.schema));
  const isSame = now.style === 'form exploded' || (isBare(now.style) && scalars.has(typeOf(older, old)));
  const isList = list?.type === 'array' && !isComposed(older, old) && isSame;
  return isList && !(Number(list.minItems) > 1) ? (list.items ?? true) : undefined;
};

/**
 * Reports what differs for the callers of one operation in two contracts.
 *
 * @param comparison creates the function that compares two schemas and reports differences.
 * @param isSent     whether the API sends the request and the caller answers: a webhook or a callback. Default: false.
 */
export const compareOperations = (
  [older, newer]: readonly [Contract, Contract],
  before: Operation,
  after: Operation,
  comparison: (report: Report) => CompareSchemas,
  tell: Report,
  isSent = false,
): void => {
  const [request, response] = isSent ? [read, sent] : [sent, read];
  let hasChanged = false;
  const found: Report = (line) => {
    hasChanged = true;
    tell(line);
  };
  const report = (rule: RuleName, place: string, use: Use, values: Pick<Found, 'before' | 'after'> = {}): void =>
    found({ rule, place, use, ...values });
  const compare = comparison(found);

  const compareContent = (old: Content, now: Content, place: string, use: Use): void => {
    for (const [type, schema] of old) {
      const where = `${place} ${type}`;
      const is = inContent(now, type);
      if (is === undefined) report('media-type-removed', where, use);
      else compare(schema, is, where, use);
    }
    for (const type of now.keys()) if (!old.has(type)) report('media-type-added', `${place} ${type}`, use);
  };

  const compareBody = (old: Body | undefined, now: Body | undefined): void => {
    if (!old && now) report(now.required ? 'body-required-added' : 'body-added', '', request);
    if (old && !now) report(isSent ? 'payload-removed' : 'body-removed', '', request);
    if (!old || !now) return;
    if (old.required !== now.required) report(now.required ? 'body-required' : 'body-optional', 'body', request);
    compareContent(old.content, now.content, 'body', request);
    compareEncodings(old, now, 'body', request);
  };

  /** How the fields of a form are written. What is left out may be the same as what is said. */
  const compareEncodings = (old: Encoded, now: Encoded, place: string, use: Use): void => {
    for (const [type, one] of old.encodings) {
      const other = now.encodings.get(type);
      for (const name of new Set(other ? [...Object.keys(one), ...Object.keys(other)] : [])) {
        const [was, is] = [fieldsOf(one[name]) ?? {}, fieldsOf(other?.[name]) ?? {}];
        for (const word of new Set([...Object.keys(was), ...Object.keys(is)])) {
          const [before, after] = [was[word], is[word]];
          if (isDeepStrictEqual(before, after)) continue;
          const isSaid = before !== undefined && after !== undefined;
          const isList = word === 'style' && isListIn(older, old, type, name) && isListIn(newer, now, type, name);
          const rule = isSaid || isList ? 'written-differently' : 'different';
          report(rule, `${place} ${type}.${name} ${word}`, use, { before: shown(before), after: shown(after) });
        }
      }
    }
  };

  const compareHeader = (old: Header, now: Header, place: string): void => {
    if (old.required !== now.required) report(now.required ? 'header-required' : 'header-optional', place, response);
    if (old.style !== now.style && (isComposed(older, old) || old.style.startsWith('plain')))
      report('written-differently', place, response, { before: old.style, after: now.style });
    compare(old.schema, now.schema, place, response);
  };

  const compareParameter = (old: Parameter, now: Parameter, place: string): void => {
    const composed = isComposed(older, old) && isComposed(newer, now);
    if (old.style !== now.style && (composed || !isBare(old.style) || !isBare(now.style)))
      report('written-differently', place, request, { before: old.style, after: now.style });
    else if (old.style.endsWith('reserved') !== now.style.endsWith('reserved'))
      report('different', `${place} allowReserved`, request);
    if (old.mayBeEmpty && !now.mayBeEmpty) report('different', `${place} allowEmptyValue`, request);
    const item = asList(older, old, newer, now);
    if (item !== undefined)
      report('type-widened', place, request, { before: String(typeOf(older, old)), after: 'array' });
    compare(old.schema, item ?? now.schema, place, request);
  };

  for (const [key, parameter] of before.parameters) {
    const now = after.parameters.get(key);
    const place = `${key.split(' ')[0]} ${parameter.place}`;
    if (!now) {
      report(parameter.required ? 'parameter-required-removed' : 'parameter-removed', place, request);
      continue;
    }
    if (parameter.required !== now.required)
      report(now.required ? 'parameter-required' : 'parameter-optional', place, request);
    const [was, is] = [defaultOf(older, parameter), defaultOf(newer, now)];
    if (was !== undefined && is !== undefined && !isDeepStrictEqual(was, is))
      report('default-changed', place, request, { before: shown(was), after: shown(is) });
    const [type, newType] = [typeOf(older, parameter), typeOf(newer, now)];
    if (scalars.has(type) && newType === 'string' && saysOnlyType(newer, now))
      // Outside a body every value is sent as text.
      report('type-widened', place, request, { before: String(type), after: 'string' });
    else compareParameter(parameter, now, place);
  }
  for (const [key, { place, required }] of after.parameters)
    if (!before.parameters.has(key))
      report(required ? 'parameter-required-added' : 'parameter-added', `${key.split(' ')[0]} ${place}`, request);

  compareBody(before.body, after.body);

  for (const [status, old] of before.responses) {
    const now = responseIn(after, status);
    if (!now) {
      report(isSuccess(status, before) ? 'response-removed' : 'failure-removed', status, response);
      continue;
    }
    compareContent(old.content, now.content, status, response);
    compareEncodings(old, now, status, response);
    for (const [name, header] of old.headers) {
      const place = `${status} ${name}`;
      const is = now.headers.get(name);
      if (is) compareHeader(header, is, place);
      else report(header.required ? 'header-required-removed' : 'header-removed', place, response);
    }
    for (const name of now.headers.keys())
      if (!old.headers.has(name)) report('header-added', `${status} ${name}`, response);
  }
  for (const status of after.responses.keys())
    if (!before.responses.has(status)) report('response-added', status, response);

  if (!isDeepStrictEqual(new Set(before.security.map(String)), new Set(after.security.map(String)))) {
    const rule = letsInAsBefore(before.security, after.security) ? 'security-changed' : 'security-tightened';
    const textOf = (ways: Operation['security']) => ways.map((way) => way.join(' + ')).join(', ');
    report(rule, '', request, { before: textOf(before.security), after: textOf(after.security) });
  }
  for (const [name, old] of before.callbacks) {
    const now = after.callbacks.get(name);
    if (!now) report('message-removed', name, whole);
    else
      compareOperations(
        [older, newer],
        old,
        now,
        comparison,
        (line) => line.rule !== 'operation-documented' && found({ ...line, place: `${name} ${line.place}`.trim() }),
        !isSent,
      );
  }
  for (const name of after.callbacks.keys()) if (!before.callbacks.has(name)) report('message-added', name, whole);

  if (!before.deprecated && after.deprecated) report('operation-deprecated', '', request);
  const [was, is] = [
    { root: older.root, written: before.written },
    { root: newer.root, written: after.written },
  ];
  if (!hasChanged && !saySame(was, is)) report('operation-documented', '', request);
};
