import { constants } from 'node:fs';
import { access, open, stat } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '#platform/error-code.ts';
import type { Settings } from '#platform/settings.ts';
import { UnfitError } from '#platform/unfit-error.ts';
import type { KeptCheckpoint } from './checkpoint.ts';
import { readCheckpointFile, writeCheckpointLine } from './checkpoint-lines.ts';

/**
 * A place outside the database that keeps checkpoints.
 *
 * @property newest returns the newest checkpoint that is there; undefined for none, and for a place that does not say.
 * @property read   returns all that are there, from the first on. Undefined: the place does not say.
 */
export type Sink = Readonly<{
  name: 'folder' | 'address';
  newest: () => Promise<KeptCheckpoint | undefined>;
  read: (() => AsyncIterable<KeptCheckpoint>) | undefined;
  keep: (checkpoint: KeptCheckpoint) => Promise<void>;
}>;

/** Milliseconds that an address has for a checkpoint. */
const patience = 10_000;

const sizeOf = async (file: string): Promise<number> => {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 0;
    throw error;
  }
};

/** Keeps checkpoints in a file of a folder. A file that somebody else has changed is read again. */
const createFolderSink = (folder: string, log: string): Sink => {
  const file = path.join(folder, `${log.replaceAll('/', '-')}.jsonl`);
  let known: Readonly<{ size: number; newest: KeptCheckpoint | undefined }> = { size: 0, newest: undefined };
  const newest = async (): Promise<KeptCheckpoint | undefined> => {
    // A folder that is not there is an outage, and an empty one is not.
    await access(folder);
    const size = await sizeOf(file);
    if (size === known.size) return known.newest;
    // Another process has added lines, or somebody has written another file.
    const isLonger = known.newest !== undefined && size > known.size;
    let last = isLonger ? known.newest : undefined;
    if (size > 0)
      for await (const kept of readCheckpointFile(file, log, isLonger ? known.size : 0))
        if (kept.seal > (last?.seal ?? 0)) last = { ...kept, entries: undefined };
    known = { size, newest: last };
    return last;
  };
  return {
    name: 'folder',
    newest,
    read: () => readCheckpointFile(file, log),
    keep: async (checkpoint) => {
      const handle = await open(file, 'a+');
      try {
        const { size } = await handle.stat();
        const end = Buffer.alloc(1);
        if (size > 0) await handle.read(end, 0, 1, size - 1);
        // A crash may have torn the last line.
        const isTorn = size > 0 && end.toString() !== '\n';
        await handle.appendFile(`${isTorn ? '\n' : ''}${writeCheckpointLine(checkpoint)}\n`);
        await handle.datasync();
        known = { size: (await handle.stat()).size, newest: { ...checkpoint, entries: undefined } };
      } finally {
        await handle.close();
      }
    },
  };
};

/** Sends each checkpoint to an address. After an outage one may come twice. */
const createAddressSink = (address: string): Sink => {
  const url = new URL(address);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  return {
    name: 'address',
    newest: async () => undefined,
    read: undefined,
    keep: async (checkpoint) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(username && { authorization: `Basic ${login}` }) },
        body: writeCheckpointLine(checkpoint),
        redirect: 'error',
        signal: AbortSignal.timeout(patience),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`it responded with ${response.status}`);
    },
  };
};

/**
 * Opens the places outside that the settings name.
 *
 * @param log the log's name.
 * @throws UnfitError for a folder that can't be written to. An address that does not respond is an outage.
 */
export const openSinks = async (
  { CHECKPOINT_FOLDER: folder, CHECKPOINT_URL: address }: Pick<Settings, 'CHECKPOINT_FOLDER' | 'CHECKPOINT_URL'>,
  log: string,
): Promise<readonly Sink[]> => {
  if (folder !== undefined) {
    const isFolder = await stat(folder).then(
      (found) => found.isDirectory(),
      () => false,
    );
    const mayWrite = await access(folder, constants.W_OK).then(
      () => true,
      () => false,
    );
    if (!isFolder || !mayWrite)
      throw new UnfitError(`CHECKPOINT_FOLDER: ${folder} is not a folder that this process may write to`);
  }
  return [
    ...(folder === undefined ? [] : [createFolderSink(folder, log)]),
    ...(address === undefined ? [] : [createAddressSink(address)]),
  ];
};
