import { describe, expect, it, test } from 'vitest';
import { isFresh, signedInAtOf, wantedAge } from './fresh-sign-in.ts';

const now = new Date('2026-11-29T10:00:00Z');
const seconds = now.getTime() / 1000;

describe('the time of a sign-in, from auth_time', () => {
  test.each<[string, unknown, string | undefined]>([
    ['a moment ago', seconds - 7, '2026-11-29T09:59:53.000Z'],
    ["a provider's clock that is a little ahead", seconds + 5, now.toISOString()],
    ['a clock that is far ahead', seconds + 61, undefined],
    ['milliseconds, which would be fresh for ever', now.getTime(), undefined],
    ['more than a date can be', 1e300, undefined],
    ['before 1970', -1, undefined],
    ['no number', Number.NaN, undefined],
    ['a text', String(seconds), undefined],
    ['nothing', undefined, undefined],
    ['null', null, undefined],
  ])('%s', (_what, claim, expected) => {
    expect(signedInAtOf(claim, now)?.toISOString()).toBe(expected);
  });
});

it('is fresh for five minutes, and unknown is never fresh', () => {
  const ago = (milliseconds: number) => isFresh(new Date(now.getTime() - milliseconds), now);
  expect([ago(0), ago(300_000), ago(300_001), isFresh(undefined, now)]).toEqual([true, true, false, false]);
});

it('asks the provider for less, so that a call can still be sent when it finds no need to ask the person', () => {
  expect(wantedAge).toBe(240);
});
