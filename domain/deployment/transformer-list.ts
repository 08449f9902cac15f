import * as z from 'zod';

export type TransformerAction = 'add' | 'append' | 'remove' | 'rename' | 'replace';
export type TransformerPart = 'headers' | 'querystring' | 'body' | 'json';
/** What one list of a transformer does, and to what. */
export type TransformerRule = Readonly<{ action: TransformerAction; part: TransformerPart }>;

/** More entries, or longer ones, are a mistake: a gateway goes through them with every call. */
const entryLimit = 50;
const entryLengthLimit = 1000;

/** RFC 9110, 5.6.2: what a header's name is made of. */
const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
/** They say how the message itself is cut; a gateway that changes them serves one caller another's answer. */
const framing = /^(connection|content-length|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;
const isPrintable = (text: string) => ![...text].some((character) => character < ' ' || character === '\u007f');

/** The two halves of `name:value` and `old:new`; the value is everything behind the first colon. */
export const splitEntry = (entry: string): [name: string, value: string] => {
  const at = entry.indexOf(':');
  return at < 0 ? [entry.trim(), ''] : [entry.slice(0, at).trim(), entry.slice(at + 1).trim()];
};

const codeOf = ({ action, part }: TransformerRule, entry: string): string | undefined => {
  const [name, value] = splitEntry(entry);
  const wholeCode = `transformer.${action === 'append' || action === 'replace' ? 'add' : action}-invalid`;
  if (name === '' || (action === 'remove' ? entry.includes(':') : value === '')) return wholeCode;
  // Kong runs what stands in `$(...)` as a program.
  if (entry.includes('$(')) return 'transformer.template-refused';
  if (!isPrintable(entry)) return 'transformer.unprintable';
  if (part !== 'headers') return undefined;
  const names = action === 'rename' ? [name, value] : [name];
  if (!names.every((each) => headerName.test(each))) return 'transformer.header-invalid';
  return names.some((each) => framing.test(each)) ? 'transformer.header-fixed' : undefined;
};

const normal = (entry: string): string => (entry.includes(':') ? splitEntry(entry).join(':') : entry.trim());

/** One list as a form or a script sends it: entries, or one text in which `;` stands between them. */
const sent = z
  .union([z.string().max(entryLimit * entryLengthLimit), z.array(z.string())], { error: 'field.invalid' })
  .transform((list) => (typeof list === 'string' ? list.split(';').filter((entry) => entry.trim() !== '') : list));

/**
 * One list of a transformer; the result is its entries, trimmed, each once.
 * What to remove is a name, what to rename `old:new`, the rest `name:value` (docs/product/deployments.md).
 */
export const transformerList = (rule: TransformerRule) =>
  sent
    .pipe(
      z
        .array(
          z
            .string()
            .max(entryLengthLimit, 'field.too-long')
            .superRefine((entry, context) => {
              const code = codeOf(rule, entry);
              if (code) context.addIssue({ code: 'custom', message: code });
            }),
        )
        .max(entryLimit, 'transformer.too-many'),
    )
    .transform((list): string[] => [...new Set(list.map(normal))])
    .default([]);
