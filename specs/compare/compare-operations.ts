import { isDeepStrictEqual } from 'node:util';
import { fieldsOf } from '../spec-tree.ts';
import { type CompareSchemas, type Found, type Report, shown } from './compare-schemas.ts';
import type { Body, Content, Contract, Operation, Parameter, Schema } from './contract.ts';
import type { RuleName, Use } from './rules.ts';
import { wordsOf } from './schema-forms.ts';
import { resolve } from './schema-reference.ts';

const request: Use = { request: true, response: false };
const response: Use = { request: false, response: true };

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
const typeOf = (contract: Contract, { schema }: Parameter): unknown => fieldsOf(resolve(contract, schema))?.type;
const saysOnlyType = (contract: Contract, { schema }: Parameter): boolean =>
  wordsOf(fieldsOf(resolve(contract, schema)) ?? {}).join() === 'type';

const defaultOf = (contract: Contract, { schema }: Parameter): unknown => fieldsOf(resolve(contract, schema))?.default;

/**
 * Reports what differs for the callers of one operation in two contracts.
 *
 * @param comparison creates the function that compares two schemas and reports differences.
 */
export const compareOperations = (
  [older, newer]: readonly [Contract, Contract],
  before: Operation,
  after: Operation,
  comparison: (report: Report) => CompareSchemas,
  tell: Report,
): void => {
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
    if (old && !now) report('body-removed', '', request);
    if (!old || !now) return;
    if (old.required !== now.required) report(now.required ? 'body-required' : 'body-optional', 'body', request);
    compareContent(old.content, now.content, 'body', request);
  };

  for (const [key, parameter] of before.parameters) {
    const now = after.parameters.get(key);
    const place = `${key.split(' ')[0]} ${parameter.place}`;
    if (!now) {
      report('parameter-removed', place, request);
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
    else compare(parameter.schema, now.schema, place, request);
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
    for (const [name, header] of old.headers) {
      const place = `${status} ${name}`;
      const is = now.headers.get(name);
      if (is) compare(header.schema, is.schema, place, response);
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
  if (!before.deprecated && after.deprecated) report('operation-deprecated', '', request);
  if (!hasChanged && !isDeepStrictEqual(before.written, after.written)) report('operation-documented', '', request);
};
