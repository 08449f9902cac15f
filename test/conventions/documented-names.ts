import { type ESTree, parseSync } from 'vite';

type Node = ESTree.Node;

/** A name that a comment documents: `@param name text`, `@property name, other text`. */
type Tag = Readonly<{ kind: 'param' | 'property'; name: string }>;

const tagsIn = (comment: string): Tag[] =>
  [...comment.matchAll(/@(param|property)\s+([\w$]+(?:,\s*[\w$]+)*)/g)].flatMap(([, kind, names]) =>
    (names as string).split(/,\s*/).map((name) => ({ kind: kind as Tag['kind'], name })),
  );

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);
const allIn = (node: Node): Node[] => [node, ...childrenOf(node).flatMap(allIn)];

const nameOf = (node: Node): string[] => {
  if (node.type === 'Identifier') return [node.name];
  return node.type === 'Literal' && typeof node.value === 'string' ? [node.value] : [];
};

/** Returns the names that a parameter has, also those in a pattern such as `{ id, name: given = 'none' }`. */
const namesIn = (pattern: Node): string[] => {
  if (pattern.type === 'TSTypeAnnotation') return [];
  if (pattern.type === 'AssignmentPattern') return namesIn(pattern.left);
  return [...nameOf(pattern), ...childrenOf(pattern).flatMap(namesIn)];
};

/** The types that a file declares, by name. */
type Types = Readonly<Record<string, Node>>;

const referenceOf = (node: Node): string =>
  node.type === 'TSTypeReference' && node.typeName.type === 'Identifier' ? node.typeName.name : '';

/**
 * Returns the names of a declaration's parameters or members, of the types of the file that it
 * names, and of what its function returns.
 */
const declared = (kind: Tag['kind'], node: Node, types: Types): string[] => {
  if (node.type === 'BlockStatement') {
    if (kind === 'param') return [];
    return node.body.flatMap((each) => (each.type === 'ReturnStatement' ? declared(kind, each, types) : []));
  }
  const own =
    kind === 'param'
      ? 'params' in node && Array.isArray(node.params)
        ? (node.params as Node[]).flatMap(namesIn)
        : []
      : 'key' in node && isNode(node.key)
        ? nameOf(node.key)
        : [];
  const { [referenceOf(node)]: named, ...others } = types;
  const found = named ? declared(kind, named, others) : [];
  return [...own, ...found, ...childrenOf(node).flatMap((child) => declared(kind, child, types))];
};

/**
 * Returns the names that doc comments of a file document although the declaration below has no such parameter or member,
 * each as `file:line @param name`.
 */
export const unknownNames = (file: string, text: string): string[] => {
  if (!/@(?:param|property)\b/.test(text)) return [];
  const { program, comments, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  // The node below a comment is the first that begins after it; of several that begin there, the largest.
  const nodes = allIn(program).sort((a, b) => a.start - b.start || b.end - a.end);
  const types = Object.fromEntries(
    nodes.flatMap((node) => (node.type === 'TSTypeAliasDeclaration' ? [[node.id.name, node.typeAnnotation]] : [])),
  );
  return comments.flatMap(({ value, start, end }) => {
    const below = nodes.find((node) => node.start >= end);
    const line = text.slice(0, start).split('\n').length;
    return (value.startsWith('*') ? tagsIn(value) : [])
      .filter(({ kind, name }) => !below || !declared(kind, below, types).includes(name))
      .map(({ kind, name }) => `${file}:${line} @${kind} ${name}`);
  });
};
