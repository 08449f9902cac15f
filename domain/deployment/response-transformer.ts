import { transformer } from './transformer.ts';
import type { TransformerRule } from './transformer-list.ts';

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

/** In the plugin's configuration JSON values are texts, because the form has no types. */
export const {
  lists: responseTransformerLists,
  fields: responseTransformerFields,
  schema: responseTransformer,
  empty: emptyResponseTransformer,
  config: responseTransformerConfig,
} = transformer(responseTransformerRules, ['headers', 'json']);
