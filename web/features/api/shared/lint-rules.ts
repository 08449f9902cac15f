/**
 * The words for Redocly's rules. Several rules share words, because they mean the same to the author of a description.
 */
const words = {
  'info-license': 'license',
  'info-license-strict': 'license',
  'no-empty-servers': 'servers',
  'no-server-example.com': 'servers',
  'no-ambiguous-paths': 'ambiguous',
  'no-invalid-media-type-examples': 'examples',
  'no-invalid-parameter-examples': 'examples',
  'no-invalid-schema-examples': 'examples',
  'no-required-schema-properties-undefined': 'undescribed',
  'no-path-trailing-slash': 'slash',
  'no-server-trailing-slash': 'slash',
  'no-unused-components': 'unused',
  'operation-2xx-response': 'success',
  'operation-4xx-response': 'failure',
  'operation-operationId': 'identifier',
  'operation-operationId-url-safe': 'identifier',
  'operation-summary': 'summary',
  'security-defined': 'security',
  'tag-description': 'tags',
  struct: 'structure',
  'no-unresolved-refs': 'references',
  'path-parameters-defined': 'parameters',
  'path-declaration-must-exist': 'parameters',
  'no-identical-paths': 'twice',
  'operation-operationId-unique': 'twice',
  'operation-parameters-unique': 'twice',
  'no-enum-type-mismatch': 'types',
  'no-schema-type-mismatch': 'types',
} as const;

export type LintWord = (typeof words)[keyof typeof words];

/** Returns the words for a rule. Undefined if there are only Redocly's own, in English. */
export const lintWordOf = (rule: string): LintWord | undefined =>
  Object.hasOwn(words, rule) ? words[rule as keyof typeof words] : undefined;
