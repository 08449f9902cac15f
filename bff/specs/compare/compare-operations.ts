import { isDeepStrictEqual } from 'node:util';
import { type Found, type Report, schemaComparison, type Use } from './compare-schemas.ts';
import type { Body, Content, Contract, Operation } from './contract.ts';

const request: Use = { request: true, response: false };
const response: Use = { request: false, response: true };

type Line = Omit<Found, 'before' | 'after'> & Partial<Pick<Found, 'before' | 'after'>>;

/** Whoever could call before still can: each way in is still one, or takes less now. */
const letsInAsBefore = (before: Operation['security'], after: Operation['security']): boolean =>
  before.every((old) => after.some((now) => now.every((name) => old.includes(name))));

/** Whether what is left out of the answers is one that callers count on. */
const isSuccess = (status: string): boolean => status.startsWith('2') || status === 'default';

/** Reports what differs for the callers of one operation of two contracts. */
export const compareOperations = (
  [older, newer]: readonly [Contract, Contract],
  before: Operation,
  after: Operation,
  tell: Report,
): void => {
  let hasChanged = false;
  const report = (line: Line): void => {
    hasChanged = true;
    tell({ before: '', after: '', ...line });
  };
  const compare = schemaComparison(older, newer, report);

  const compareContent = (old: Content, now: Content, place: string, use: Use): void => {
    for (const [type, schema] of old) {
      const where = `${place} ${type}`.trim();
      if (now.has(type)) compare(schema, now.get(type), where, use);
      else report({ what: 'media-type-removed', place: where, breaking: true });
    }
    for (const type of now.keys())
      if (!old.has(type)) report({ what: 'media-type-added', place: `${place} ${type}`.trim(), breaking: false });
  };

  const compareBody = (old: Body | undefined, now: Body | undefined): void => {
    if (!old && now) {
      const what = now.required ? 'body-required-added' : 'body-added';
      report({ what, place: '', breaking: now.required });
    }
    if (old && !now) report({ what: 'body-removed', place: '', breaking: true });
    if (!old || !now) return;
    if (old.required !== now.required)
      report({ what: now.required ? 'now-required' : 'now-optional', place: 'body', breaking: now.required });
    compareContent(old.content, now.content, 'body', request);
  };

  for (const [key, parameter] of before.parameters) {
    const now = after.parameters.get(key);
    const place = `${key.split(' ')[0]} ${parameter.place}`;
    if (!now) {
      report({ what: 'parameter-removed', place, breaking: true });
      continue;
    }
    if (parameter.required !== now.required)
      report({ what: now.required ? 'now-required' : 'now-optional', place, breaking: now.required });
    compare(parameter.schema, now.schema, place, request);
  }
  for (const [key, { place, required }] of after.parameters)
    if (!before.parameters.has(key)) {
      const what = required ? 'parameter-required-added' : 'parameter-added';
      report({ what, place: `${key.split(' ')[0]} ${place}`, breaking: required });
    }

  compareBody(before.body, after.body);

  for (const [status, old] of before.responses) {
    const now = after.responses.get(status);
    if (!now) {
      report({ what: 'response-removed', place: status, breaking: isSuccess(status) });
      continue;
    }
    compareContent(old.content, now.content, status, response);
    for (const [name, schema] of old.headers) {
      const place = `${status} ${name}`;
      if (now.headers.has(name)) compare(schema, now.headers.get(name), place, response);
      else report({ what: 'header-removed', place, breaking: true });
    }
    for (const name of now.headers.keys())
      if (!old.headers.has(name)) report({ what: 'header-added', place: `${status} ${name}`, breaking: false });
  }
  for (const status of after.responses.keys())
    if (!before.responses.has(status)) report({ what: 'response-added', place: status, breaking: false });

  if (!isDeepStrictEqual(new Set(before.security.map(String)), new Set(after.security.map(String)))) {
    const stays = letsInAsBefore(before.security, after.security);
    const textOf = (ways: Operation['security']) => ways.map((way) => way.join(' + ')).join(', ');
    report({
      what: stays ? 'security-changed' : 'security-tightened',
      place: '',
      before: textOf(before.security),
      after: textOf(after.security),
      breaking: !stays,
    });
  }
  if (!before.deprecated && after.deprecated) report({ what: 'operation-deprecated', place: '', breaking: false });
  if (!hasChanged && !isDeepStrictEqual(before.written, after.written))
    report({ what: 'operation-documented', place: '', breaking: false });
};
