import type { Problem } from '#domain/core/problem.ts';
import { cutText } from '#platform/cut-text.ts';

/** The most characters of a reason. */
const longest = 200;

/** Matches an exception as Java prints it when a program ends: `Caused by: java.lang.IllegalStateException: why`. */
const thrown =
  /^(?:Exception in thread "[^"\n]*" |Caused by: )?(?:[\w$]+\.)+([\w$]+(?:Exception|Error))(?::[ \t]*(.*))?$/gm;

/** Returns a text as one plain line, without paths of this machine and without control characters. */
const plain = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .replace(/(?:file:)?\/(?:[\w.@-]+\/)+[\w.@-]*/g, '…')
    .trim()
    .toWellFormed();

const shortened = (text: string): string => (text.length > longest ? `${cutText(text, longest - 1).trimEnd()}…` : text);

/**
 * Returns why the generator failed, from the end of its output: the last cause that it names, in its own words.
 *
 * @param hasWebhooks whether the document has webhooks, with which the generator is known to fail.
 */
export const generatorProblem = (written: string, hasWebhooks: boolean): Problem => {
  const causes = [...written.matchAll(thrown)];
  const [, name = '', message = ''] = causes.at(-1) ?? [];
  if (name === '') return { code: 'codegen.failed' };
  if (causes.some(([, each]) => each === 'OutOfMemoryError')) return { code: 'codegen.out-of-memory' };
  if (causes.some(([, each]) => each === 'StackOverflowError')) return { code: 'codegen.circular' };
  if (name === 'NullPointerException' && hasWebhooks) return { code: 'codegen.webhooks' };
  return { code: 'codegen.refused', parameters: { reason: shortened(plain(message ? `${name}: ${message}` : name)) } };
};
