import type { Problem } from '#domain/core/problem.ts';

/** Characters of a reason that are kept. */
const longest = 200;

/** `Caused by: java.lang.IllegalStateException: why`, as Java prints what ends a program. */
const thrown =
  /^(?:Exception in thread "[^"]*" |Caused by: )?(?:[\w$]+\.)+([\w$]+(?:Exception|Error))(?::[ \t]*(.*))?$/gm;

/** One line of plain text: no address of this machine, nothing that changes how text is written. */
const plain = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .replace(/(?:file:)?\/(?:[\w.@-]+\/)+[\w.@-]*/g, '…')
    .trim()
    .toWellFormed();

const shortened = (text: string): string =>
  text.length > longest
    ? `${text
        .slice(0, longest - 1)
        .toWellFormed()
        .trimEnd()}…`
    : text;

/**
 * Why the generator gave up, from the end of what it wrote: the last cause that it names, in its own words.
 *
 * @param hasWebhooks whether the document has webhooks, which the generator is known to stumble over.
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
