import { createHash } from 'node:crypto';

/*
 * The Merkle tree of RFC 6962, section 2.1. Nothing here knows of events: leaves are hashes, and trees are read from left to
 * right, so that neither a root nor a proof needs the whole log in memory.
 */

const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const leafPrefix = Buffer.from([0]);
const nodePrefix = Buffer.from([1]);

/** Returns the hash of a leaf. Its prefix differs from that of a node, so that no node can be shown as a leaf. */
export const leafHash = (entry: Uint8Array): Buffer => sha256(leafPrefix, entry);

const nodeHash = (left: Buffer, right: Buffer): Buffer => sha256(nodePrefix, left, right);

/** The complete subtrees of a tree, from left to right, the largest first. They are all that the next root needs. */
export type Tree = Readonly<{ size: number; nodes: readonly Buffer[] }>;

export const emptyTree: Tree = { size: 0, nodes: [] };

/** Returns the tree with more leaves at its right end. */
export const addLeaves = ({ size, nodes }: Tree, leaves: readonly Buffer[]): Tree => {
  const stack = [...nodes];
  let count = size;
  for (const leaf of leaves) {
    let node = leaf;
    // Each 1 at the end of the size is a subtree that the leaf completes.
    for (let rest = count; rest % 2 === 1; rest = (rest - 1) / 2) node = nodeHash(stack.pop() as Buffer, node);
    stack.push(node);
    count += 1;
  }
  return { size: count, nodes: stack };
};

/** Returns the root; of the empty tree, the hash of nothing. */
export const rootOf = ({ nodes }: Tree): Buffer =>
  nodes.length === 0 ? sha256() : nodes.reduceRight((right, left) => nodeHash(left, right));

/** A subtree while leaves pass by. `proofs` gets what is beside the nodes that somebody asked for. */
type Node = { hash: Buffer; leaves: number; proofs: Buffer[][] };

const join = (left: Node, right: Node): Node => {
  for (const proof of left.proofs) proof.push(right.hash);
  for (const proof of right.proofs) proof.push(left.hash);
  return {
    hash: nodeHash(left.hash, right.hash),
    leaves: left.leaves + right.leaves,
    proofs: [...left.proofs, ...right.proofs],
  };
};

/** @property inclusion by the index of its leaf, from 0. `consistency` with the tree that was asked about, if it is smaller. */
export type Proofs = Readonly<{
  root: Buffer;
  size: number;
  inclusion: ReadonlyMap<number, readonly Buffer[]>;
  consistency: readonly Buffer[];
}>;

/**
 * Makes proofs from the leaves of a tree, which pass by once.
 *
 * @param indexes the leaves whose inclusion is to be proved, from 0.
 * @param since   the size of an older tree, whose consistency with this one is to be proved. 0: none.
 */
export const createProver = (indexes: ReadonlySet<number>, since = 0) => {
  const stack: Node[] = [];
  const inclusion = new Map<number, Buffer[]>();
  const consistency: Buffer[] = [];
  let size = 0;
  const fold = (isWanted: (left: Node, right: Node) => boolean): void => {
    for (let right = stack.pop(); right; right = stack.pop()) {
      const left = stack.pop();
      if (!left || !isWanted(left, right)) {
        if (left) stack.push(left);
        stack.push(right);
        return;
      }
      stack.push(join(left, right));
    }
  };
  return {
    take: (leaf: Buffer): void => {
      const proof: Buffer[] = [];
      const isAsked = indexes.has(size);
      if (isAsked) inclusion.set(size, proof);
      stack.push({ hash: leaf, leaves: 1, proofs: isAsked ? [proof] : [] });
      size += 1;
      fold((left, right) => left.leaves === right.leaves);
      const last = stack.at(-1);
      if (size !== since || !last) return;
      // The older tree is known by its root. Where it has several subtrees, the proof begins with the smallest.
      if (stack.length > 1) consistency.push(last.hash);
      last.proofs.push(consistency);
    },
    end: (): Proofs => {
      const older = consistency.length;
      const isWhole = since === size;
      fold(() => true);
      return {
        root: stack[0]?.hash ?? sha256(),
        size,
        inclusion,
        consistency: isWhole ? [] : since > size ? consistency.slice(0, older) : consistency,
      };
    },
  };
};

/** Returns whether a proof shows that a leaf is at an index of a tree (RFC 9162, section 2.1.3.2). */
export const provesInclusion = (
  { leaf, index, size, root }: Readonly<{ leaf: Buffer; index: number; size: number; root: Buffer }>,
  proof: readonly Buffer[],
): boolean => {
  if (index < 0 || index >= size) return false;
  let [at, last, hash] = [index, size - 1, leaf];
  for (const node of proof) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      hash = nodeHash(node, hash);
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else hash = nodeHash(hash, node);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 && hash.equals(root);
};

type Rooted = Readonly<{ size: number; root: Buffer }>;

/**
 * Returns whether a proof shows that a tree begins with all leaves of an older one (RFC 9162, section 2.1.4.2). Nothing is
 * proved about an older tree that is empty.
 */
export const provesConsistency = (older: Rooted, newer: Rooted, proof: readonly Buffer[]): boolean => {
  if (older.size < 1 || older.size > newer.size) return false;
  if (older.size === newer.size) return proof.length === 0 && older.root.equals(newer.root);
  const isComplete = Number.isInteger(Math.log2(older.size));
  const [first, ...rest] = isComplete ? [older.root, ...proof] : proof;
  if (!first || proof.length === 0) return false;
  let [at, last, old, root] = [older.size - 1, newer.size - 1, first, first];
  while (at % 2 === 1) [at, last] = [(at - 1) / 2, Math.floor(last / 2)];
  for (const node of rest) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      old = nodeHash(node, old);
      root = nodeHash(node, root);
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else root = nodeHash(root, node);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 && old.equals(older.root) && root.equals(newer.root);
};
