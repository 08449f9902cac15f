import { expect, it } from 'vitest';
import { given } from '../core/specification.ts';
import { keyEndDecider } from './decider.ts';
import type { KeyEndEvent } from './key-end.ts';

const key = { consumerId: 4, deploymentId: 3, apiId: 2, organizationId: 1, endsAt: '2026-12-31T23:59:59.999Z' };
const told = (days: 14 | 3, endsAt = key.endsAt): KeyEndEvent => ({
  type: 'KeyEnding',
  data: { ...key, endsAt, days },
});

it.each<[what: string, on: string, before: KeyEndEvent[], news: KeyEndEvent[]]>([
  ['15 days before, nobody is told', '2026-12-16T23:59:59.000Z', [], []],
  ['14 days before', '2026-12-18T00:00:00.000Z', [], [told(14)]],
  ['once', '2026-12-20T00:00:00.000Z', [told(14)], []],
  ['3 days before', '2026-12-29T00:00:00.000Z', [told(14)], [told(3)]],
  ['once again', '2026-12-31T23:59:59.998Z', [told(14), told(3)], []],
  ['an end that is near from the beginning is told of once', '2026-12-30T00:00:00.000Z', [], [told(3)]],
  ['one that has come is not', '2026-12-31T23:59:59.999Z', [], []],
  ['another end is told of anew', '2026-12-20T00:00:00.000Z', [told(3, '2026-12-01T23:59:59.999Z')], [told(14)]],
])('%s', (_what, now, before, news) => {
  expect(given(keyEndDecider, before).when({ type: 'ReportKeyEnding', data: { ...key, now } })).toEqual(news);
});
