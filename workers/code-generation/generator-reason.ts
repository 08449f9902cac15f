import type { Problem } from '#domain/core/problem.ts';
import { cutText } from '#platform/cut-text.ts';

/** The most characters of a reason. */
const longest = 200;

/** Matches an exception as Java prints it when a program ends: `Caused by: java.lang.IllegalStateException: why`. */
const thrown = /^(?:Exception in thread "[^"\n]*" |Caused by: )?([\w$.]+)(?::(.*))?$/gm;

/** Returns the exceptions that a text prints: the name of each without its package, and its message. */
const exceptionsIn = (written: string) =>
  [...written.matchAll(thrown)].flatMap(([, path = '', message = '']) => {
    const name = path.slice(path.lastIndexOf('.') + 1);
    return name !== path && /(?:Exception|Error)$/.test(name) ? [{ name, message: message.trim() }] : [];
  });

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
  const exceptions = exceptionsIn(written);
  const last = exceptions.at(-1);
  if (!last) return { code: 'codegen.failed' };
  const { name, message } = last;
  if (exceptions.some((each) => each.name === 'OutOfMemoryError')) return { code: 'codegen.out-of-memory' };
  if (exceptions.some((each) => each.name === 'StackOverflowError')) return { code: 'codegen.circular' };
  if (name === 'NullPointerException' && hasWebhooks) return { code: 'codegen.webhooks' };
  return { code: 'codegen.refused', parameters: { reason: shortened(plain(message ? `${name}: ${message}` : name)) } };
};
