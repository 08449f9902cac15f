import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fc } from '#test/runner/chance.ts';
import { addLeaves, createProver, emptyTree, leafHash, provesConsistency, provesInclusion, rootOf } from './tree.ts';

const treeOf = (leaves: readonly Buffer[]) => addLeaves(emptyTree, leaves);
const rootOver = (leaves: readonly Buffer[]) => rootOf(treeOf(leaves));

/** The definition of RFC 6962, section 2.1, word for word. */
const definition = (leaves: readonly Buffer[]): Buffer => {
  if (leaves.length === 0) return createHash('sha256').digest();
  if (leaves.length === 1) return leaves[0] as Buffer;
  let half = 1;
  while (half * 2 < leaves.length) half *= 2;
  const parts = [Buffer.from([1]), definition(leaves.slice(0, half)), definition(leaves.slice(half))];
  return createHash('sha256').update(Buffer.concat(parts)).digest();
};

const leaves = Array.from({ length: 301 }, (_, index) => leafHash(Buffer.from(`event ${index}`)));
const proofsOf = (size: number, indexes: readonly number[], since = 0) => {
  const prover = createProver(new Set(indexes), since);
  for (const leaf of leaves.slice(0, size)) prover.take(leaf);
  return prover.end();
};
const changed = (hash: Buffer): Buffer => Buffer.from(hash.map((byte, index) => (index === 7 ? byte ^ 1 : byte)));

describe('the test vectors of certificate-transparency', () => {
  const inputs = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
  it.each([
    [0, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    [1, '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
    [2, 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
    [3, 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77'],
    [4, 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7'],
    [5, '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4'],
    [6, '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef'],
    [7, 'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c'],
    [8, '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328'],
  ])('have the root of %i leaves', (size, root) => {
    const hashes = inputs.slice(0, size).map((text) => leafHash(Buffer.from(text, 'hex')));
    expect(rootOver(hashes).toString('hex')).toBe(root);
  });
});

it('has the root of the definition for all sizes, whatever the parts in which leaves come', () => {
  for (let size = 0; size <= 300; size += 1)
    expect(rootOver(leaves.slice(0, size)).equals(definition(leaves.slice(0, size))), `${size}`).toBe(true);
  fc.assert(
    fc.property(fc.array(fc.nat(40), { maxLength: 10 }), (parts) => {
      let tree = emptyTree;
      for (const part of parts) tree = addLeaves(tree, leaves.slice(tree.size, tree.size + part));
      expect(rootOf(tree).equals(definition(leaves.slice(0, tree.size)))).toBe(true);
    }),
  );
});

it('proves that each leaf is in each tree, and nothing else', () => {
  for (let size = 1; size <= 300; size += 1) {
    const indexes = size <= 40 ? [...Array(size).keys()] : [0, 1, size >> 1, size - 2, size - 1];
    const { inclusion, root } = proofsOf(size, indexes);
    for (const index of indexes) {
      const proof = inclusion.get(index) ?? [];
      const at = { leaf: leaves[index] as Buffer, index, size, root };
      const proves = (more: Partial<typeof at>, other: readonly Buffer[] = proof) =>
        provesInclusion({ ...at, ...more }, other);
      expect(proves({}), `${index} of ${size}`).toBe(true);
      expect([
        proves({ leaf: changed(at.leaf) }),
        proves({ root: changed(root) }),
        proves({ index: index + size }),
        proves({ index: -1 }),
        proves({}, [...proof, root]),
        proof.length > 0 && proves({}, proof.slice(1)),
      ]).not.toContain(true);
    }
  }
});

it('proves that each tree begins with each older one, and nothing else', () => {
  const roots = leaves.map((_, size) => rootOver(leaves.slice(0, size)));
  for (let size = 1; size <= 300; size += 1) {
    const all = Array.from({ length: size }, (_, index) => index + 1);
    const some = [1, 2 ** Math.floor(Math.log2(size)), size >> 1, size - 1, size].filter((since) => since > 0);
    for (const since of size <= 40 ? all : some) {
      const { consistency, root } = proofsOf(size, [], since);
      const [older, newer] = [
        { size: since, root: roots[since] as Buffer },
        { size, root },
      ];
      expect(provesConsistency(older, newer, consistency), `${since} in ${size}`).toBe(true);
      expect([
        provesConsistency({ ...older, root: changed(older.root) }, newer, consistency),
        provesConsistency(older, { ...newer, root: changed(root) }, consistency),
        provesConsistency(older, newer, [...consistency, root]),
        consistency.length > 0 && provesConsistency(older, newer, consistency.slice(1)),
        since < size && provesConsistency(older, newer, []),
      ]).not.toContain(true);
    }
  }
});

it('proves nothing about an empty tree, and no tree that has shrunk', () => {
  const { root } = proofsOf(3, []);
  expect(provesConsistency({ size: 0, root: rootOf(emptyTree) }, { size: 3, root }, [])).toBe(false);
  expect(provesConsistency({ size: 3, root }, { size: 2, root }, [])).toBe(false);
  expect(proofsOf(3, [], 5).consistency).toEqual([]);
});
