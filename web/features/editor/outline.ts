import type { SyntaxNode, Tree } from '@lezer/common';

/** Format of a text, decided as on the server: a text that begins with a bracket must be JSON. */
export type TextFormat = 'json' | 'yaml';
export const formatOf = (text: string): TextFormat => (/^\s*[{[]/.test(text) ? 'json' : 'yaml');

/** An entry of the outline. Offsets count from the start of the text. */
export type OutlineEntry = Readonly<{
  /** The group of the entry: `document` for the first level, `paths`, or the kind of a component (`schemas`). */
  group: string;
  label: string;
  /** Only for an operation. Its label is the path. */
  method?: string;
  from: number;
  to: number;
}>;

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);
/** Parts that Swagger 2.0 has at the first level and OpenAPI 3 has under `components`. */
const componentGroups = new Set(['definitions', 'parameters', 'responses', 'securityDefinitions']);
const containers = new Set(['BlockMapping', 'FlowMapping', 'Object']);

type Pair = Readonly<{ key: string; from: number; to: number; value: SyntaxNode | null }>;

const keyText = (text: string): string => {
  if (text.startsWith('"')) {
    try {
      return String(JSON.parse(text));
    } catch {
      return text.slice(1, -1);
    }
  }
  return text.startsWith("'") ? text.slice(1, -1).replaceAll("''", "'") : text;
};

/** Returns the node after a tag or an anchor. */
const contentOf = (node: SyntaxNode | null): SyntaxNode | null =>
  node && (node.name === 'Tagged' || node.name === 'Anchored') ? contentOf(node.lastChild) : node;

const pairsOf = (node: SyntaxNode | null, text: string): Pair[] => {
  const container = contentOf(node);
  if (!container || !containers.has(container.name)) return [];
  const pairs: Pair[] = [];
  for (let pair = container.firstChild; pair; pair = pair.nextSibling) {
    if (pair.name !== 'Pair' && pair.name !== 'Property') continue;
    const key = pair.getChild('Key')?.firstChild ?? pair.getChild('PropertyName');
    if (!key) continue;
    const last = contentOf(pair.lastChild);
    const value = last && containers.has(last.name) ? last : null;
    pairs.push({ key: keyText(text.slice(key.from, key.to)), from: pair.from, to: pair.to, value });
  }
  return pairs;
};

const rootOf = (tree: Tree): SyntaxNode | null =>
  tree.topNode.name === 'Stream' ? (tree.topNode.getChild('Document')?.firstChild ?? null) : tree.topNode.firstChild;

/** Returns the first mapping of a document, after directives and unreadable parts. */
const firstContainer = (tree: Tree): SyntaxNode | null => {
  for (let node = rootOf(tree); node; node = node.nextSibling) {
    const content = contentOf(node);
    if (content && containers.has(content.name)) return content;
  }
  return null;
};

/**
 * Returns the parts, operations and components of an OpenAPI text in order. It works on a text that is being written,
 * and leaves out unreadable parts.
 */
export const outlineOf = (tree: Tree, text: string): OutlineEntry[] =>
  pairsOf(firstContainer(tree), text).flatMap(({ key, value, from, to }): OutlineEntry[] => {
    const named = (group: string, entries: readonly Pair[]): OutlineEntry[] =>
      entries.map((entry) => ({ group, label: entry.key, from: entry.from, to: entry.to }));
    if (key === 'paths' || key === 'webhooks') {
      return pairsOf(value, text).flatMap((path) =>
        pairsOf(path.value, text)
          .filter((operation) => methods.has(operation.key))
          .map((operation) => ({
            group: key,
            label: path.key,
            method: operation.key,
            from: operation.from,
            to: operation.to,
          })),
      );
    }
    if (key === 'components') {
      return pairsOf(value, text).flatMap((group) => named(group.key, pairsOf(group.value, text)));
    }
    if (componentGroups.has(key)) return named(key, pairsOf(value, text));
    return [{ group: 'document', label: key, from, to }];
  });

/** Returns the operation at an offset. */
export const operationAt = (
  entries: readonly OutlineEntry[],
  offset: number,
): { path: string; method: string } | undefined => {
  const entry = entries.find(({ group, from, to }) => group === 'paths' && from <= offset && offset <= to);
  return entry?.method === undefined ? undefined : { path: entry.label, method: entry.method };
};
