import type { Database } from '#platform/database.ts';
import type { Position } from '../event-store.ts';
import type { Finding } from '../finding.ts';
import {
  type KeptCheckpoint,
  openCheckpoint,
  readEntries,
  signCheckpoint,
  type TreeEntry,
  writeEntries,
} from '../merkle/checkpoint.ts';
import type { NoteSigner } from '../merkle/signed-note.ts';
import { addLeaves, emptyTree, rootOf, type Tree } from '../merkle/tree.ts';
import type { CheckpointPlace, TreeSource } from '../merkle/tree-source.ts';
import type { SealCheck } from '../seal-check.ts';
import { parsePosition } from './position.ts';

type Row = { seal: number; entries: string; note: string; made_at: Date };
type Last = { seal: number; events: number; nodes: Buffer; note: string };

const hashLength = 32;

/** Which checkpoints cover no event after a position, whose values follow. */
const coveredSql: Readonly<Record<CheckpointPlace, string>> = {
  log_checkpoints:
    'and exists (select from log_seals s where s.seal = c.seal and (s.last_xid, s.last_pos) <= ($2::xid8, $3::bigint))',
  server_checkpoints:
    'and exists (select from server_seals s where s.seal = c.seal and s.last_position collate "C" <= $2)',
};

type Kept = Readonly<{ place: CheckpointPlace; after?: number; until?: Position }>;

/**
 * Returns kept checkpoints in order, one after the other.
 *
 * @param after the number of a seal. Default: from the first on.
 * @param until only those that cover no event after this position. Default: all.
 */
export async function* keptCheckpoints(
  database: Database,
  { place, after = 0, until }: Kept,
): AsyncGenerator<KeptCheckpoint> {
  let last = after;
  const covered = until === undefined ? '' : coveredSql[place];
  const values = until === undefined ? [] : place === 'log_checkpoints' ? parsePosition(until) : [until];
  for (;;) {
    const { rows } = await database.query<Row>(
      `select seal, entries, note, made_at from ${place} c
       where seal > $1 ${covered} order by seal limit 10`,
      [last, ...values],
    );
    for (const { seal, entries, note, made_at: at } of rows)
      yield { seal, note, at: at.toISOString(), entries: readEntries(entries) };
    last = rows.at(-1)?.seal ?? last;
    if (rows.length < 10) return;
  }
}

const newestOf = async (database: Database, place: CheckpointPlace): Promise<Last | undefined> => {
  const { rows } = await database.query<Last>(
    `select seal, events, nodes, note from ${place} order by seal desc limit 1`,
  );
  return rows[0];
};

/** Returns the tree that a checkpoint was signed for; undefined when its signature or its nodes are not those. */
const treeOf = (signer: NoteSigner, { events, nodes, note }: Last): Tree | undefined => {
  const said = openCheckpoint(signer, note);
  const parts = Array.from({ length: nodes.length / hashLength }, (_, index) =>
    nodes.subarray(index * hashLength, (index + 1) * hashLength),
  );
  const tree: Tree = { size: events, nodes: parts };
  // Other nodes can have the same root together: there is one for each full part of the tree.
  const fullParts = [...events.toString(2)].filter((digit) => digit === '1').length;
  return said?.size === events && parts.length === fullParts && rootOf(tree).equals(said.root) ? tree : undefined;
};

const store = async (
  database: Database,
  place: CheckpointPlace,
  seal: number,
  tree: Tree,
  { note, entries }: Readonly<{ note: string; entries: readonly TreeEntry[] }>,
): Promise<void> => {
  await database.query(
    `insert into ${place} (seal, events, entries, nodes, note) values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [seal, tree.size, writeEntries(entries), Buffer.concat(tree.nodes), note],
  );
};

type Sealed = Readonly<{ seal: number; events: number }>;

/** What is wrong with the events of a seal, and their leaves. */
type Looked = Readonly<{ entries: readonly TreeEntry[]; findings: readonly Finding[] }>;

const unsealed = (seal: number): Finding => ({ stream: '', version: seal, reason: 'unsealed' });

/** Looks at the events of a seal that no checkpoint covers yet. Their texts are not kept: a seal can be of many events. */
const lookAt = async (source: TreeSource, sealCheck: SealCheck, before: Sealed, seal: Sealed): Promise<Looked> => {
  const entries: TreeEntry[] = [];
  const findings: Finding[] = [];
  for await (const leaves of source.leaves(before.seal, seal.seal)) {
    const sealFaults = await sealCheck.faultsOf(leaves.map(({ stored }) => stored));
    for (const [index, { stream, version, eventId, leaf, isSound }] of leaves.entries()) {
      entries.push({ stream, version, eventId, leaf });
      if (!isSound) findings.push({ stream, version, reason: 'changed' });
      else if (sealFaults[index] !== undefined) findings.push({ stream, version, reason: 'foreign' });
    }
  }
  if (entries.length !== seal.events - before.events) findings.push(unsealed(seal.seal));
  return { entries, findings };
};

/** Makes checkpoints. It remembers the newest one, so that nobody can take it back while the process runs. */
export type Checkpoints = Readonly<{
  /** Signs a checkpoint for each seal that has none. @returns what it found wrong: the first seal with a finding ends the round. After `unsigned` or `forgotten` it signs no more. */
  make: () => Promise<readonly Finding[]>;
  /** The log that they are of. */
  source: TreeSource;
}>;

/**
 * Returns who signs checkpoints of a log. Several processes may do it: they sign the same.
 *
 * A tree goes on only from a checkpoint whose signature is right. Else whoever owns the database could have the process sign
 * a tree of theirs.
 *
 * @param sealCheck checks the seals of events.
 */
export const createCheckpoints = (
  database: Database,
  signer: NoteSigner,
  sealCheck: SealCheck,
  source: TreeSource,
): Checkpoints => {
  const { place } = source;
  let remembered: Pick<Last, 'seal' | 'note'> | undefined;

  const isStillThere = async (): Promise<boolean> => {
    if (!remembered) return true;
    const { rowCount } = await database.query(`select from ${place} where seal = $1 and note = $2`, [
      remembered.seal,
      remembered.note,
    ]);
    return rowCount === 1;
  };

  return {
    source,
    make: async () => {
      for (;;) {
        if (!(await isStillThere())) return [{ stream: '', version: remembered?.seal ?? 0, reason: 'forgotten' }];
        const last = await newestOf(database, place);
        const tree = last ? treeOf(signer, last) : emptyTree;
        // What the note says of the log was signed; that it is of this seal was not.
        const before = { seal: last?.seal ?? 0, events: await source.eventsAt(last?.seal ?? 0) };
        if (!tree || before.events !== tree.size) return [{ stream: '', version: last?.seal ?? 0, reason: 'unsigned' }];
        remembered = last ?? remembered;
        const seal = await source.nextSeal(before.seal);
        if (!seal) return [];
        // Without the seal before it, nobody knows where its events begin.
        if (seal.seal !== before.seal + 1) return [unsealed(seal.seal)];
        const { entries, findings } = await lookAt(source, sealCheck, { ...before, events: tree.size }, seal);
        const next = addLeaves(
          tree,
          entries.map(({ leaf }) => leaf),
        );
        await store(database, place, seal.seal, next, { note: signCheckpoint(signer, next), entries });
        // The others follow in the next round: what was found is kept before.
        if (findings.length > 0) return findings;
      }
    },
  };
};
