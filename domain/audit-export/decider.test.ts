import { expect, it } from 'vitest';
import { notFound } from '../core/problem.ts';
import { given } from '../core/specification.ts';
import type { AuditExportCommand, AuditExportEvent } from './audit-export.ts';
import { auditExportDecider } from './decider.ts';

const about = { userId: 12, organizationId: null };
const asked = { ...about, format: 'csv', search: '', person: '', address: '', thing: 'api-7', noun: 'api' } as const;
const manifest = 'a'.repeat(64);
const begun: AuditExportEvent = { type: 'AuditExportBegun', data: asked };
const completed: AuditExportEvent = { type: 'AuditExportCompleted', data: { ...about, entries: 3, manifest } };
const broken: AuditExportEvent = { type: 'AuditExportBrokenOff', data: { ...about, entries: 1 } };
const begin: AuditExportCommand = { type: 'BeginExport', data: asked };
const complete: AuditExportCommand = { type: 'CompleteExport', data: { entries: 3, manifest } };
const breakOff: AuditExportCommand = { type: 'BreakExportOff', data: { entries: 1 } };

it.each<[what: string, before: AuditExportEvent[], command: AuditExportCommand, then: unknown]>([
  ['an export is recorded before it is sent', [], begin, [begun]],
  ['an export begins once', [begun], begin, []],
  ['its end says how many entries it has, and the hash', [begun], complete, [completed]],
  ['it may break off', [begun], breakOff, [broken]],
  ['what is complete does not break off', [begun, completed], breakOff, []],
  ['what broke off is not complete', [begun, broken], complete, []],
  ['nothing ends that did not begin', [], complete, notFound()],
])('%s', (_what, before, command, then) => {
  expect(given(auditExportDecider, before).when(command)).toEqual(then);
});
