import core from '@redocly/ajv/dist/core.js';
import { linearPatterns } from './linear-patterns.ts';

/**
 * Returns the patterns of instances of Ajv (`code.regExp`) that match in linear time. With V8's engine `^(a+)+$` would block a process
 * for hours.
 */
export const linearRegExp = () => {
  const make = linearPatterns();
  // Ajv caches compiled patterns by the text of the expression.
  return Object.assign((pattern: string) => ({ ...make(pattern), toString: () => `/${pattern}/` }), {
    code: 'linearPattern',
  });
};

/**
 * Makes every later instance of Ajv in this process match in linear time. The linter creates its own instances, so the documented
 * option is set in a function that every new instance calls.
 */
export const matchInLinearTime = (): void => {
  const regExp = linearRegExp();
  const { addVocabulary } = core.default.prototype;
  core.default.prototype.addVocabulary = function (definitions) {
    Object.assign(this.opts.code, { regExp });
    return addVocabulary.call(this, definitions);
  };
};
