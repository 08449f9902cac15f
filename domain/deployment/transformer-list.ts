import * as z from 'zod/mini';
import { atMost } from '../core/required-text.ts';

export type TransformerAction = 'add' | 'append' | 'remove' | 'rename' | 'replace';
export type TransformerPart = 'headers' | 'querystring' | 'body' | 'json';
/** What one list of a transformer does, and to which part of a message. */
export type TransformerRule = Readonly<{ action: TransformerAction; part: TransformerPart }>;

/** Limits are needed, because a gateway applies all entries to every call. */
const entryLimit = 50;
const entryLengthLimit = 1000;

/** Characters of a header's name (RFC 9110, 5.6.2). */
const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
/** Headers that frame the message. If a gateway changed them, one caller could get another's response. */
const framing = /^(connection|content-length|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;
const isPrintable = (text: string) => ![...text].some((character) => character < ' ' || character === '\u007f');

/** Splits `name:value` or `old:new` at the first colon. */
export const splitEntry = (entry: string): [name: string, value: string] => {
  const at = entry.indexOf(':');
  return at < 0 ? [entry.trim(), ''] : [entry.slice(0, at).trim(), entry.slice(at + 1).trim()];
};

const codeOf = ({ action, part }: TransformerRule, entry: string): string | undefined => {
  const [name, value] = splitEntry(entry);
  const wholeCode = `transformer.${action === 'append' || action === 'replace' ? 'add' : action}-invalid`;
  if (name === '' || (action === 'remove' ? entry.includes(':') : value === '')) return wholeCode;
  // Kong runs `$(...)` as a program.
  if (entry.includes('$(')) return 'transformer.template-refused';
  if (!isPrintable(entry)) return 'transformer.unprintable';
  if (part !== 'headers') return undefined;
  const names = action === 'rename' ? [name, value] : [name];
  if (!names.every((each) => headerName.test(each))) return 'transformer.header-invalid';
  return names.some((each) => framing.test(each)) ? 'transformer.header-fixed' : undefined;
};

const normal = (entry: string): string => (entry.includes(':') ? splitEntry(entry).join(':') : entry.trim());

/** A list as entries, or as one text with `;` between the entries. */
const sent = z.pipe(
  z.union([z.string().check(z.maxLength(entryLimit * entryLengthLimit)), z.array(z.string())], {
    error: 'field.invalid',
  }),
  z.transform((list) => (typeof list === 'string' ? list.split(';').filter((entry) => entry.trim() !== '') : list)),
);

const entryOf = (rule: TransformerRule) =>
  z.string().check(
    atMost(entryLengthLimit, 'field.too-long'),
    z.superRefine((entry, context) => {
      const code = codeOf(rule, entry);
      if (code) context.addIssue({ code: 'custom', message: code });
    }),
  );

/**
 * One list of a transformer. Returns its entries, trimmed, without duplicates. To remove: a name. To rename: `old:new`.
 * All others: `name:value` (docs/product/deployments.md).
 */
export const transformerList = (rule: TransformerRule) =>
  z._default(
    z.pipe(
      z.pipe(sent, z.array(entryOf(rule)).check(z.maxLength(entryLimit, 'transformer.too-many'))),
      z.transform((list: string[]): string[] => [...new Set(list.map(normal))]),
    ),
    [],
  );
