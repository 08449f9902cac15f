import { expect, it } from 'vitest';
import { notFound, refuse } from '../core/problem.ts';
import { given } from '../core/specification.ts';
import type { AuditFilterCommand, AuditFilterEvent } from './audit-filter.ts';
import { auditFilterDecider } from './decider.ts';
import { mostFilters } from './limits.ts';

const save = (filterId: number, name: string, query = 'noun=api'): AuditFilterCommand => ({
  type: 'SaveFilter',
  data: { userId: 12, filterId, name, query },
});
const saved = (filterId: number, name: string, query = 'noun=api'): AuditFilterEvent => ({
  type: 'AuditFilterSaved',
  data: { userId: 12, filterId, name, query },
});
const remove: AuditFilterCommand = { type: 'RemoveFilter', data: { userId: 12, filterId: 1 } };
const removed: AuditFilterEvent = { type: 'AuditFilterRemoved', data: { userId: 12, filterId: 1 } };
const full = Array.from({ length: mostFilters }, (_, index) => saved(index + 1, `Filter ${index}`));
const taken = refuse('conflict', { code: 'audit-filter.name-taken', field: 'name' });

it.each<[what: string, before: AuditFilterEvent[], command: AuditFilterCommand, then: unknown]>([
  ['a filter is kept', [], save(0, 'APIs'), [saved(1, 'APIs')]],
  ['a number is never given twice', [saved(1, 'APIs'), removed], save(0, 'Keys'), [saved(2, 'Keys')]],
  ['two have two names', [saved(1, 'APIs')], save(0, 'apis', 'noun=user'), taken],
  ['one is renamed', [saved(1, 'APIs')], save(1, 'apis'), [saved(1, 'apis')]],
  ['not to the name of another', [saved(1, 'APIs'), saved(2, 'Keys')], save(2, 'APIs'), taken],
  ['the same again changes nothing', [saved(1, 'APIs')], save(1, 'APIs'), []],
  ['there is a bound', full, save(0, 'More'), refuse('conflict', { code: 'audit-filter.too-many', field: 'name' })],
  ['at the bound one may still be renamed', full, save(3, 'More'), [saved(3, 'More')]],
  ['one is deleted', [saved(1, 'APIs')], remove, [removed]],
  ['what is gone is not deleted', [saved(1, 'APIs'), removed], remove, notFound()],
  ['what is gone is not renamed', [saved(1, 'APIs'), removed], save(1, 'More'), notFound()],
])('%s', (_what, before, command, then) => {
  expect(given(auditFilterDecider, before).when(command)).toEqual(then);
});
