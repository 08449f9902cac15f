import { type GatewayNames, porticoTag } from './gateway-names.ts';

/** Tags of the tools that put back what they made: Kong's ingress controller and operator, and whoever says so (`managed-by-terraform`). */
const ofTools = /^(managed-by\b|k8s-(name|namespace|kind|uid|group|version):)/i;

/**
 * Returns the tags that say that another tool looks after an object, or another Portico on the same gateway. Whoever removes it beside that tool
 * is undone by it, or breaks what it knows.
 */
export const tagsOfOtherTools = (names: GatewayNames, tags: readonly string[]): readonly string[] => [
  ...(tags.includes(porticoTag) && names.claimOf(tags) !== 'ours' ? [porticoTag] : []),
  ...tags.filter((tag) => ofTools.test(tag)),
];
