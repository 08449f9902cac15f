import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import texts from '#locales/en/operations.json' with { type: 'json' };
import { stepText } from './operation-steps.tsx';

const words: Record<string, string> = texts.step;
const t = ((key: string, values: Record<string, string> = {}) =>
  words[key.replace('operations.step.', '')]?.replace(
    /\{\{(\w+)\}\}/g,
    (_, name: string) => values[name] ?? '',
  )) as unknown as TFunction;

it("describes a worker's steps in words", () => {
  expect(stepText(t, 'put service')).toBe('Service');
  expect(stepText(t, 'delete plugin rate-limiting')).toBe('Plugin rate-limiting');
  expect(stepText(t, 'put anonymous consumer')).toBe('Anonymous consumer');
  expect(stepText(t, 'put key-auth')).toBe('API key');
  expect(stepText(t, 'read back')).toBe('Read back from the gateway');
  expect(stepText(t, 'probe')).toBe('Test call through the gateway');
});

it('shows an unknown step unchanged', () => {
  expect(stepText(t, 'put vault')).toBe('put vault');
  expect(stepText(t, 'put certificate')).toBe(t('operations.step.certificate'));
});
