import type * as z from 'zod/mini';
import { transformer } from './transformer.ts';
import type { TransformerRule } from './transformer-list.ts';

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

const made = transformer(requestTransformerRules, ['headers', 'querystring', 'body']);
export const {
  lists: requestTransformerLists,
  fields: requestTransformerFields,
  schema: requestTransformer,
  empty: emptyRequestTransformer,
} = made;
export type RequestTransformer = z.output<typeof requestTransformer>;

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
  const config = made.config(lists);
  return { ...config, replace: { ...config.replace, uri }, http_method: null };
};
