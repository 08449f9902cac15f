import { expect, it } from 'vitest';
import { planLimits } from '#domain/core/gateway-plan.ts';
import { fieldChange, sayingKafka, sayingTarget } from './dry-run-answer.ts';

it('a changed field has as many lines as an event may, none too long, and counts the rest', () => {
  const long = 'x'.repeat(planLimits.lineLength + 50);
  const many = Array.from({ length: planLimits.lines + 7 }, (_, index) => `right ${index}`);
  const { removed, added, more } = fieldChange('rights', many, [long]);
  expect(removed).toEqual(many.slice(0, planLimits.lines));
  expect(added).toEqual([`${long.slice(0, planLimits.lineLength)}…`]);
  expect(more).toBe(7);
});

it.each([
  ['kafka.unreachable', 'away'],
  ['kafka.failed', 'away'],
  ['kafka.disk-failed', 'away'],
  ['kafka.login-refused', 'away'],
  ['kafka.not-allowed', 'away'],
  ['kafka.config-invalid', 'fails'],
  ['kafka.refused', 'fails'],
] as const)('of %s at Kafka it says %s, as a worker does', (code, outcome) =>
  expect(sayingKafka({ code })).toMatchObject({ outcome, problem: { code } }),
);

it.each([
  ['deployment.upstream-dns-silent', 'away'],
  ['deployment.upstream-unresolved', 'fails'],
] as const)('of the upstream problem %s it says %s, as a worker does', (code, outcome) =>
  expect(sayingTarget(code, 'target')).toMatchObject({ outcome, problem: { code, field: 'target' } }),
);
