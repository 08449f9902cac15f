import core from '@redocly/ajv/dist/core.js';
import { linearPatterns } from './linear-patterns.ts';

/**
 * Makes every later instance of Ajv in this process match in linear time. With V8's engine `^(a+)+$` would block it
 * for hours. The linter creates its own instances, so the documented option (`code.regExp`) is set in a function that
 * every new instance calls.
 */
export const matchInLinearTime = (): void => {
  const make = linearPatterns();
  // Ajv caches compiled patterns by the text of the expression.
  const regExp = Object.assign((pattern: string) => ({ ...make(pattern), toString: () => `/${pattern}/` }), {
    code: 'linearPattern',
  });
  const { addVocabulary } = core.default.prototype;
  core.default.prototype.addVocabulary = function (definitions) {
    Object.assign(this.opts.code, { regExp });
    return addVocabulary.call(this, definitions);
  };
};
