import { expect, test } from 'vitest';
import { fc } from '#test/runner/chance.ts';
import { emptyRequestTransformer } from '../deployment/request-transformer.ts';
import type { ConsumerSettings } from './consumer.ts';
import { changeConsumerBody } from './schema.ts';
import { bodyOf, settingsFrom } from './settings-form.ts';

const anySettings: fc.Arbitrary<ConsumerSettings> = fc.record({
  nickname: fc.constantFrom('', 'Till'),
  rateLimit: fc.option(
    fc.record({
      window: fc.constantFrom('minute', 'hour', 'day'),
      calls: fc.integer({ min: 1, max: 1_000_000 }),
      policy: fc.constantFrom('local', 'cluster'),
    }),
  ),
  requestTransformer: fc.option(fc.constant({ ...emptyRequestTransformer, addHeaders: ['x-till:7'] })),
  endsAt: fc.constantFrom(null, '2026-12-15T23:59:59.999Z', '2026-12-31T23:59:59.999Z'),
});
const everything = { limit: true, transform: true };

test('settings that are sent back unchanged stay the same', () => {
  fc.assert(
    fc.property(anySettings, anySettings, (settings, before) => {
      expect(settingsFrom(changeConsumerBody.parse(bodyOf(everything, settings)), before)).toEqual(settings);
    }),
  );
});

test('a part that is not sent stays as it was', () => {
  fc.assert(
    fc.property(anySettings, anySettings, (settings, before) => {
      const body = changeConsumerBody.parse(bodyOf({ limit: false, transform: false, end: false }, settings));
      expect(settingsFrom(body, before)).toEqual({ ...before, nickname: settings.nickname });
    }),
  );
});

test('a new key has no settings', () => {
  expect(settingsFrom(changeConsumerBody.parse(bodyOf(everything)))).toEqual({
    nickname: '',
    rateLimit: null,
    requestTransformer: null,
    endsAt: null,
  });
});
