import { Text } from '@codemirror/state';
import i18next from 'i18next';
import { expect, it } from 'vitest';
import type { SpecProblem } from '#domain/api/lint.ts';
import { errorTextOf } from '../../i18n/error-text.ts';
import { diagnosticsOf } from './diagnostics.ts';

const problem = (rule: string, message: string): SpecProblem => ({
  severity: 'error',
  message,
  rule,
  parameters: { line: 2 },
  line: 2,
  column: 1,
});

it("shows problems of the reader in the user's language, and problems of the rules in English", async () => {
  const german = i18next.createInstance({
    lng: 'de',
    resources: { de: { translation: { errors: { 'spec.tabs': 'Zeile {{line}}' } } } },
  });
  await german.init();
  const found = diagnosticsOf(
    Text.of(['info:', '\ttitle: Pets']),
    [problem('spec.tabs', 'Line 2'), problem('struct', 'Must be an object')],
    (coded) => errorTextOf(german.t, coded),
  );
  expect(found.map(({ message, from }) => [message, from])).toEqual([
    ['Zeile 2', 6],
    ['Must be an object', 6],
  ]);
});
