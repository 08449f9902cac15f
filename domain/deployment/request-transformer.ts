import * as z from 'zod';
import { type TransformerRule, transformerConfig, transformerList } from './transformer-list.ts';

/** The lists of a request transformer of a deployment or a key (docs/product/deployments.md). */
export const requestTransformerRules = {
  addHeaders: { action: 'add', part: 'headers' },
  removeHeaders: { action: 'remove', part: 'headers' },
  renameHeaders: { action: 'rename', part: 'headers' },
  replaceHeaders: { action: 'replace', part: 'headers' },
  addQuerystring: { action: 'add', part: 'querystring' },
  renameQuerystring: { action: 'rename', part: 'querystring' },
  removeQuerystring: { action: 'remove', part: 'querystring' },
  addBody: { action: 'add', part: 'body' },
  renameBody: { action: 'rename', part: 'body' },
  removeBody: { action: 'remove', part: 'body' },
} as const satisfies Record<string, TransformerRule>;

export type RequestTransformerList = keyof typeof requestTransformerRules;
export const requestTransformerLists = Object.keys(requestTransformerRules) as RequestTransformerList[];

const each = <Schema extends z.ZodType>(of: (rule: TransformerRule) => Schema) =>
  Object.fromEntries(requestTransformerLists.map((name) => [name, of(requestTransformerRules[name])])) as Record<
    RequestTransformerList,
    Schema
  >;

/** The lists as fields of a body: `z.strictObject({ ...requestTransformerFields })`. A missing list is empty. */
export const requestTransformerFields = each(transformerList);

/** The lists in events and rows. */
export const requestTransformer = z.object(each(() => z.array(z.string())));
export type RequestTransformer = z.output<typeof requestTransformer>;

export const emptyRequestTransformer: RequestTransformer = Object.freeze(
  Object.fromEntries(requestTransformerLists.map((name) => [name, []])) as unknown as RequestTransformer,
);

/** Returns whether any list has entries. If not, no plugin is needed. */
export const transformsRequests = (lists: RequestTransformer): boolean =>
  requestTransformerLists.some((name) => lists[name].length > 0);

/**
 * The configuration of Kong's plugin `request-transformer`.
 *
 * @param uri template for the path that the target gets. Null: the route decides.
 */
export const requestTransformerConfig = (
  lists: RequestTransformer,
  uri: string | null = null,
): Record<string, unknown> => {
  const config = transformerConfig(requestTransformerRules, lists, ['headers', 'querystring', 'body']);
  return { ...config, replace: { ...config.replace, uri }, http_method: null };
};
