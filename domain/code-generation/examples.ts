import fc from 'fast-check';
import { anyId, anyOperation, nounExamples, type Steps } from '#test/examples/noun-examples.ts';
import { codeGenerationDecider } from './decider.ts';
import { codeLanguages } from './language.ts';

const ask = ({ request }: Steps, one: fc.Arbitrary<number>) =>
  request(one, 'RequestCode', () =>
    fc.record({
      operationId: one,
      apiId: anyId,
      revision: fc.constant(1),
      document: fc.constant('a'.repeat(64)),
      type: fc.constant('client'),
      lang: fc.constantFrom(...codeLanguages.client),
      modelPackage: fc.constant('acme.model'),
      apiPackage: fc.constant('acme.api'),
    }),
  );
const confirm = ({ step }: Steps, one: fc.Arbitrary<number>) =>
  step(one, 'ConfirmCode', () =>
    fc.record({
      operationId: one,
      files: fc.integer({ min: 1, max: 9 }),
      size: fc.integer({ min: 1, max: 9_999 }),
      hash: fc.constant('b'.repeat(64)),
    }),
  );

export const examples = nounExamples(codeGenerationDecider, {
  events: {
    CodeGenerationRequested: {
      operationId: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8',
      apiId: 12,
      revision: 12,
      document: '0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a',
      type: 'client',
      lang: 'okhttp',
      modelPackage: 'modelPackage text',
      apiPackage: 'apiPackage text',
    },
    CodeGenerated: {
      operationId: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8',
      files: 12,
      size: 12,
      hash: '0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a',
    },
  },
  isOperation: true,
  steps: (steps) => [ask(steps, anyOperation), confirm(steps, anyOperation)],
  lives: (steps) => [{ weight: 1, arbitrary: fc.tuple(ask(steps, fc.constant(0)), confirm(steps, fc.constant(0))) }],
});
