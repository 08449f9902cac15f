import { expect, it } from 'vitest';
import { given } from '../core/specification.ts';
import type { CertificateEndEvent } from './certificate-end.ts';
import { certificateEndDecider } from './decider.ts';

const one = { objectId: 'a', name: 'shop.example', expiresAt: '2026-12-31T00:00:00.000Z' };
const told = (days: 30 | 7 | 1, expiresAt = one.expiresAt): CertificateEndEvent => ({
  type: 'CertificatesEnding',
  data: { gatewayId: 1, certificates: [{ ...one, expiresAt, days }] },
});
const seenOn = (now: string, events: readonly CertificateEndEvent[], certificates = [one]) =>
  given(certificateEndDecider, events).when({ type: 'ReportCertificates', data: { gatewayId: 1, now, certificates } });

it.each<[what: string, on: string, before: CertificateEndEvent[], news: CertificateEndEvent[]]>([
  ['31 days before, nobody is told', '2026-11-30T00:00:00.000Z', [], []],
  ['30 days before', '2026-12-01T00:00:00.000Z', [], [told(30)]],
  ['once', '2026-12-02T00:00:00.000Z', [told(30)], []],
  ['7 days before', '2026-12-24T00:00:00.000Z', [told(30)], [told(7)]],
  ['once again', '2026-12-29T00:00:00.000Z', [told(30), told(7)], []],
  ['1 day before', '2026-12-30T00:00:00.000Z', [told(30), told(7)], [told(1)]],
  ['one that came late is told of once', '2026-12-30T12:00:00.000Z', [], [told(1)]],
  ['one that has ended is not', '2026-12-31T00:00:00.000Z', [], []],
  [
    'one that was renewed is told of anew',
    '2026-12-20T00:00:00.000Z',
    [told(1, '2026-12-01T00:00:00.000Z')],
    [told(30)],
  ],
])('%s', (_what, on, before, news) => {
  expect(seenOn(on, before)).toEqual(news);
});

it('names the earliest first, fifty at once, and the others after the next look', () => {
  const all = Array.from({ length: 60 }, (_, index) => ({
    ...one,
    objectId: `${index}`,
    expiresAt: new Date(Date.UTC(2026, 11, 31) - index * 60_000).toISOString(),
  }));
  const [first] = seenOn('2026-12-20T00:00:00.000Z', [], all) as CertificateEndEvent[];
  expect(first?.data.certificates).toHaveLength(50);
  expect(first?.data.certificates[0]?.objectId).toBe('59');
  const [second] = seenOn('2026-12-20T00:00:30.000Z', first ? [first] : [], all) as CertificateEndEvent[];
  expect(second?.data.certificates.map(({ objectId }) => Number(objectId)).toSorted((a, b) => a - b)).toEqual([
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
  ]);
});
