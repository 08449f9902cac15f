// Verifies events that `npm run log -- export-proof` wrote, without Portico and without its database: only Node is needed.
//
//   node verify-log-export.mjs export.jsonl --key '<key>'
//   node verify-log-export.mjs export.jsonl --key '<key>' --manifest manifest.json
//
// With a manifest, the events are those of an export of the audit, or of a review whose report it is. Its files are beside the
// manifest, and all must be as recorded.
//
// The key is the portal's public key. Get it from somebody you trust, not with the export. Exit code 0: all events are those that
// the portal signed. 1: one is not, and it is named. 2: the file or the key can't be read.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const sha256 = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const integer = (value, length) => {
  const bytes = Buffer.alloc(length);
  if (length === 8) bytes.writeBigInt64BE(BigInt(value));
  else bytes.writeInt32BE(value);
  return bytes;
};
const end = (code, sentence) => {
  console[code === 0 ? 'log' : 'error'](sentence);
  process.exit(code);
};

/** Reads a public key as C2SP notes write it: name+id+key. */
const readKey = (text) => {
  const [, name, id, encoded] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(text ?? '') ?? [];
  const bytes = Buffer.from(encoded ?? '', 'base64');
  const isKey = bytes.length === 33 && bytes[0] === 1;
  if (!isKey || sha256(`${name}\n`, bytes).subarray(0, 4).toString('hex') !== id) end(2, 'The key is not one.');
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), bytes.subarray(1)]);
  return { name, id, key: createPublicKey({ key: der, format: 'der', type: 'spki' }) };
};

/** Returns the bytes of base64; undefined for a text that is another one for the same bytes. */
const bytesOf = (text) => {
  const bytes = Buffer.from(text ?? '', 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
};

/** Returns the number of events and the root that a checkpoint says, if the key has signed it. */
const openCheckpoint = (note, { name, id, key }) => {
  const at = note.lastIndexOf('\n\n');
  const text = note.slice(0, at + 1);
  const lines = note.slice(at + 2).split('\n');
  const isWhole = at >= 0 && lines.pop() === '' && lines.length <= 100;
  const own = lines
    .map((line) => /^— (\S+) (\S+)$/.exec(line) ?? [])
    .flatMap(([, by, encoded]) => (by === name ? [bytesOf(encoded)] : []))
    .filter((bytes) => bytes?.subarray(0, 4).toString('hex') === id);
  const isSigned = own.length > 0 && own.every((bytes) => verify(null, Buffer.from(text), key, bytes.subarray(4)));
  const [origin, size, encoded] = text.split('\n');
  const root = bytesOf(encoded);
  if (!isWhole || !isSigned || origin !== name || !/^(0|[1-9]\d{0,14})$/.test(size) || root?.length !== 32)
    end(1, 'The checkpoint is not signed with this key.');
  return { size: Number(size), root };
};

const hashOf = (event) =>
  sha256(
    Buffer.from(event.previousHash, 'base64'),
    sha256(event.stream),
    integer(event.version, 8),
    Buffer.from(event.eventId.replaceAll('-', ''), 'hex'),
    sha256(event.type),
    integer(event.schemaVersion, 4),
    sha256(event.data),
    sha256(event.meta),
  );

/** RFC 9162, section 2.1.3.2. */
const isIncluded = (leaf, index, proof, { size, root }) => {
  if (!Number.isInteger(index) || index < 0 || index >= size) return false;
  let [at, last, hash] = [index, size - 1, leaf];
  for (const node of proof) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      hash = sha256(Buffer.from([1]), node, hash);
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else hash = sha256(Buffer.from([1]), hash, node);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 && hash.equals(root);
};

/** The events that record a manifest. */
const recording = ['AuditExportCompleted', 'ReviewReportMade'];

/** Ends unless the manifest is the one that the events name, and its files are as it says. Returns a sentence. */
const verifyManifest = async (name, events, key) => {
  const read = async (path) => {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of createReadStream(path)) {
      hash.update(chunk);
      bytes += chunk.length;
    }
    return { bytes, sha256: hash.digest('hex') };
  };
  const manifest = JSON.parse(readFileSync(name, 'utf8'));
  const recorded = events.filter(({ type, stream }) => recording.includes(type) && stream === manifest.export);
  if (recorded.length === 0) end(1, `The events do not say that ${manifest.export} was completed.`);
  const { sha256: sum } = await read(name);
  if (!recorded.some(({ data }) => JSON.parse(data).manifest === sum)) end(1, 'The manifest is not what was recorded.');
  if (manifest.checkpoint) openCheckpoint(manifest.checkpoint, key);
  for (const file of manifest.files) {
    const { bytes, sha256 } = await read(join(dirname(name), file.name));
    if (bytes !== file.bytes || sha256 !== file.sha256) end(1, `${file.name} is not what was exported.`);
  }
  return ` The export has ${manifest.entries} entries, as recorded.`;
};

const [file, option, text, more, manifestName] = process.argv.slice(2);
if (!file || option !== '--key' || (more && (more !== '--manifest' || !manifestName)))
  end(2, "Write it like this: node verify-log-export.mjs export.jsonl --key '<key>' [--manifest manifest.json]");
const key = readKey(text);
let lines;
try {
  lines = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
} catch (error) {
  end(2, `${file} can't be read: ${error.message}`);
}
const [{ note }, ...events] = lines;
const checkpoint = openCheckpoint(String(note), key);
if (events.length === 0) end(1, `${file} has no event.`);
const ends = new Map();

/** Returns the hash of an event if the proof shows that it is in the log; undefined also for what is no event. */
const provedHash = (event) => {
  try {
    const hash = hashOf(event);
    const leaf = sha256(Buffer.from([0]), hash, integer(event.recorded, 8));
    const proof = event.proof.map((node) => Buffer.from(node, 'base64'));
    return isIncluded(leaf, event.index, proof, checkpoint) ? hash : undefined;
  } catch {
    return undefined;
  }
};

for (const event of events) {
  const name = `${event?.stream} version ${event?.version}`;
  const hash = provedHash(event);
  if (!hash) end(1, `${name} is not what the portal signed.`);
  const before = ends.get(event.stream) ?? { version: 0, hash: Buffer.alloc(32) };
  const follows = event.version === before.version + 1 && before.hash.equals(Buffer.from(event.previousHash, 'base64'));
  if (!follows) end(1, `An event is missing before ${name}.`);
  ends.set(event.stream, { version: event.version, hash });
}
let exported = '';
try {
  if (manifestName) exported = await verifyManifest(manifestName, events, key);
} catch (error) {
  end(2, `${manifestName} and its files can't be read: ${error.message}`);
}
end(0, `${events.length} events are what the portal signed, in a log of ${checkpoint.size} events.${exported}`);
