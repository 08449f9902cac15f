import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { type KeptCheckpoint, openCheckpoint, readEntries, signCheckpoint, writeEntries } from './checkpoint.ts';
import { readCheckpointFile, writeCheckpointLine } from './checkpoint-lines.ts';
import { createNoteSigner, readNoteKey } from './signed-note.ts';
import { addLeaves, emptyTree, leafHash } from './tree.ts';

/** The example of Go's package golang.org/x/mod/sumdb/note. */
const example = {
  seed: Buffer.from('AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz', 'base64').subarray(1),
  key: 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  text: "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n",
  signature:
    '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n',
};

it('signs as the published example of signed notes', () => {
  const signer = createNoteSigner(example.seed, 'PeterNeumann');
  expect(signer.key).toBe(example.key);
  expect(signer.sign(example.text)).toBe(`${example.text}\n${example.signature}`);
  expect(readNoteKey(example.key)?.open(`${example.text}\n${example.signature}`)).toBe(example.text);
});

const signer = createNoteSigner(Buffer.alloc(32, 7));
const tree = addLeaves(emptyTree, [leafHash(Buffer.from('one')), leafHash(Buffer.from('two'))]);
const note = signCheckpoint(signer, tree);

it('opens what it signed, also beside signatures of others', () => {
  expect(note.split('\n')).toHaveLength(6);
  expect(openCheckpoint(signer, note)).toMatchObject({ size: 2 });
  const witness = '— witness.example 29QMh4XdqtdWKZCopdfzvhElOvJO+1jgebk8bU4P\n';
  // Some logs add signatures that nobody can check, also with their own name.
  for (const grease of [witness, witness.repeat(99), witness.replace('witness.example', signer.name)])
    expect(openCheckpoint(signer, `${note}${grease}`)).toMatchObject({ size: 2 });
});

const root = note.split('\n')[2] ?? '';

it('opens lines after the third, which are for others', () => {
  expect(openCheckpoint(signer, signer.sign(`${signer.name}\n2\n${root}\nof a witness\n`))).toMatchObject({ size: 2 });
});

it.each([
  ['another size', note.replace('\n2\n', '\n3\n')],
  ['a size with a zero before it', signer.sign(`${signer.name}\n02\n${root}\n`)],
  ['a size with a sign', signer.sign(`${signer.name}\n+2\n${root}\n`)],
  ['no root', signer.sign(`${signer.name}\n2\n`)],
  ['a root that is too short', signer.sign(`${signer.name}\n2\nAAAA\n`)],
  // C2SP 348: two texts for one root.
  [
    'other bits after its root',
    signer.sign(
      `${signer.name}\n2\n${root.replace(/.=$/, (end) => (end === 'A=' ? 'B=' : `${String.fromCharCode(end.charCodeAt(0) + 1)}=`))}\n`,
    ),
  ],
  ['letters for addresses in its root', signer.sign(`${signer.name}\n2\n${'_'.repeat(42)}8=\n`)],
  ['an empty line after the root', signer.sign(`${signer.name}\n2\n${root}\n\nmore\n`)],
  ['a character that nobody sees', signer.sign(`${signer.name}\n2\n${root}\n\u0000\n`)],
  ['another log', signer.sign(`elsewhere.example/log\n2\n${root}\n`)],
  ['a wrong signature beside the right one', `${note}${note.split('\n')[4]?.replace(/.{6}$/, 'AAAAA=')}\n`],
  ['a blank after the signature', note.replace(/\n$/, ' \n')],
  ['something else among the signatures', `${note}and more\n`],
  ['no end of the last line', note.slice(0, -1)],
  ['too many signatures', `${note}${'— witness.example 29QMh4XdqtdWKZCopdfzvhElOvJO+1jgebk8bU4P\n'.repeat(100)}`],
  ['line ends of Windows', note.replaceAll('\n', '\r\n')],
  ['no signature', note.slice(0, note.indexOf('—'))],
  ['the signature of another key', signCheckpoint(createNoteSigner(Buffer.alloc(32, 8), signer.name), tree)],
  ['nothing', ''],
])('does not open a note with %s', (_what, text) => {
  expect(openCheckpoint(signer, text)).toBeUndefined();
});

it.each(['', 'PeterNeumann', example.key.replace('c74f20a3', 'c74f20a4'), `${example.key}AAAA`])(
  'does not read %j as a key',
  (key) => {
    expect(readNoteKey(key)).toBeUndefined();
  },
);

it('reads the entries that it wrote', () => {
  const entries = [
    {
      stream: 'user-12',
      version: 3,
      eventId: '5f5b4d7e-0000-4000-8000-000000000001',
      leaf: leafHash(Buffer.from('a')),
    },
    { stream: 'note-1', version: 1, eventId: '5f5b4d7e-0000-4000-8000-000000000002', leaf: leafHash(Buffer.from('b')) },
  ];
  expect(readEntries(writeEntries(entries))).toEqual(entries);
  expect(readEntries(writeEntries([]))).toEqual([]);
});

it('reads a file of checkpoints: each once, without torn lines and those of another log', async () => {
  const kept = (seal: number, by = signer): KeptCheckpoint => ({
    seal,
    at: '2026-01-02T03:04:05.678Z',
    note: signCheckpoint(by, tree),
    entries: [],
  });
  const line = (...given: Parameters<typeof kept>) => writeCheckpointLine(kept(...given));
  const other = createNoteSigner(Buffer.alloc(32, 9));
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-'));
  const file = path.join(folder, 'checkpoints.jsonl');
  const lines = [line(1), line(7, other), line(2), line(2).slice(0, 40), line(2), '', `${line(3)}\r`];
  await writeFile(file, lines.join('\n'));
  const read = await Array.fromAsync(readCheckpointFile(file, signer.name));
  await rm(folder, { recursive: true });
  expect(read.map(({ seal }) => seal)).toEqual([1, 2, 3]);
  expect(read[0]).toEqual(kept(1));
});
