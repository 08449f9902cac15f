import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import type { Settings } from '#platform/settings.ts';
import { UnfitError } from '#platform/unfit-error.ts';
import { createAddressSink } from './address-sink.ts';
import { createBucketSink } from './bucket-sink.ts';
import { createDatabaseSink } from './database-sink.ts';
import { createFolderSink } from './folder-sink.ts';
import type { Sink } from './sink.ts';

/** What stores that have no regions call theirs. */
const usualRegion = 'us-east-1';

type CheckpointSetting = Extract<keyof Settings, `CHECKPOINT_${string}`>;

/**
 * Opens the places outside that the settings name.
 *
 * @param log the log's name.
 * @throws UnfitError for a folder that can't be written to, and a bucket without a key. A place that does not respond is an outage.
 */
export const openSinks = async (
  {
    CHECKPOINT_FOLDER: folder,
    CHECKPOINT_DATABASE_URL: database,
    CHECKPOINT_URL: address,
    CHECKPOINT_BUCKET: bucket,
    CHECKPOINT_BUCKET_REGION: region,
    CHECKPOINT_BUCKET_KEY_ID: keyId,
    CHECKPOINT_BUCKET_SECRET: secret,
  }: Partial<Pick<Settings, CheckpointSetting>>,
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
  if (bucket !== undefined && (keyId === undefined || secret === undefined))
    throw new UnfitError('CHECKPOINT_BUCKET: needs CHECKPOINT_BUCKET_KEY_ID and CHECKPOINT_BUCKET_SECRET');
  return [
    ...(folder === undefined ? [] : [createFolderSink(folder, log)]),
    ...(database === undefined ? [] : [createDatabaseSink(database, log)]),
    ...(bucket === undefined || keyId === undefined || secret === undefined
      ? []
      : [createBucketSink({ address: bucket, region: region ?? usualRegion, keyId, secret }, log)]),
    ...(address === undefined ? [] : [createAddressSink(address)]),
  ];
};

/** Returns the first place that has checkpoints to read; undefined if none has, or those that have some are away. */
export const firstWithCheckpoints = async (sinks: readonly Sink[]): Promise<Sink | undefined> => {
  for (const sink of sinks) if (sink.read && (await sink.newest().catch(() => undefined))) return sink;
  return undefined;
};
