import * as z from 'zod';
import { type TransformerRule, transformerConfig, transformerList } from './transformer-list.ts';

/** The lists of a response transformer (docs/product/deployments.md). */
export const responseTransformerRules = {
  addHeaders: { action: 'add', part: 'headers' },
  removeHeaders: { action: 'remove', part: 'headers' },
  appendHeaders: { action: 'append', part: 'headers' },
  replaceHeaders: { action: 'replace', part: 'headers' },
  appendJson: { action: 'append', part: 'json' },
  addJson: { action: 'add', part: 'json' },
  removeJson: { action: 'remove', part: 'json' },
  replaceJson: { action: 'replace', part: 'json' },
} as const satisfies Record<string, TransformerRule>;

export type ResponseTransformerList = keyof typeof responseTransformerRules;
export const responseTransformerLists = Object.keys(responseTransformerRules) as ResponseTransformerList[];

const each = <Schema extends z.ZodType>(of: (rule: TransformerRule) => Schema) =>
  Object.fromEntries(responseTransformerLists.map((name) => [name, of(responseTransformerRules[name])])) as Record<
    ResponseTransformerList,
    Schema
  >;

/** The lists as fields of a body. A missing list is empty. */
export const responseTransformerFields = each(transformerList);

/** The lists in events and rows. */
export const responseTransformer = z.object(each(() => z.array(z.string())));
export type ResponseTransformer = z.output<typeof responseTransformer>;

export const emptyResponseTransformer: ResponseTransformer = Object.freeze(
  Object.fromEntries(responseTransformerLists.map((name) => [name, []])) as unknown as ResponseTransformer,
);

/** The configuration of Kong's plugin `response-transformer`. JSON values are texts, because the form has no types. */
export const responseTransformerConfig = (lists: ResponseTransformer): Record<string, unknown> =>
  transformerConfig(responseTransformerRules, lists, ['headers', 'json']);
