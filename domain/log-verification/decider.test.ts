import { expect, it } from 'vitest';
import { notFound } from '../core/problem.ts';
import { given } from '../core/specification.ts';
import { logVerificationDecider } from './decider.ts';
import type { LogVerificationCommand, LogVerificationEvent } from './log-verification.ts';

const result = { events: 99, findings: 1, first: 'api-7 2' };
const requested: LogVerificationEvent = { type: 'LogVerificationRequested', data: { userId: 12 } };
const completed: LogVerificationEvent = { type: 'LogVerificationCompleted', data: result };
const broken: LogVerificationEvent = { type: 'LogVerificationBrokenOff', data: { events: 3 } };
const request: LogVerificationCommand = { type: 'RequestVerification', data: { userId: 12 } };
const complete: LogVerificationCommand = { type: 'CompleteVerification', data: result };
const breakOff: LogVerificationCommand = { type: 'BreakVerificationOff', data: { events: 3 } };

it.each<[what: string, before: LogVerificationEvent[], command: LogVerificationCommand, then: unknown]>([
  ['a request is recorded', [], request, [requested]],
  ['a request is recorded once', [requested], request, []],
  ['its result is recorded', [requested], complete, [completed]],
  ['a process that looks a second time records nothing more', [requested, completed], complete, []],
  ['it may break off', [requested], breakOff, [broken]],
  ['what has a result does not break off', [requested, completed], breakOff, []],
  ['nothing ends that nobody asked for', [], complete, notFound()],
])('%s', (_what, before, command, then) => {
  expect(given(logVerificationDecider, before).when(command)).toEqual(then);
});
