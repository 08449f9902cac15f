import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Settings } from '#platform/settings.ts';
import { UnfitError } from '#platform/unfit-error.ts';
import { createAddressSink } from './address-sink.ts';
import { createFileSink } from './file-sink.ts';
import type { TrailSink } from './sink.ts';
import { createSyslogSink, syslogPlace } from './syslog-sink.ts';

const holds = (check: Promise<unknown>): Promise<boolean> =>
  check.then(
    () => true,
    () => false,
  );

/** Refuses a file that a process can't append to. A rotation makes a new one, so its folder counts too. */
const requireFile = async (file: string): Promise<void> => {
  const found = await stat(file).catch(() => undefined);
  const mayMake = await holds(access(path.dirname(file), constants.W_OK));
  const mayAppend = found === undefined ? mayMake : found.isFile() && (await holds(access(file, constants.W_OK)));
  if (!mayAppend) throw new UnfitError(`TRAIL_FILE: ${file} is not a file that this process may make and append to`);
};

/**
 * Opens the places that the settings name.
 *
 * @throws UnfitError for a file that can't be written to. An address that does not respond is an outage.
 */
export const openTrailSinks = async ({
  TRAIL_FILE: file,
  TRAIL_URL: address,
  TRAIL_TOKEN: token,
  TRAIL_SYSLOG: syslog,
}: Pick<Settings, 'TRAIL_FILE' | 'TRAIL_URL' | 'TRAIL_TOKEN' | 'TRAIL_SYSLOG'>): Promise<readonly TrailSink[]> => {
  if (file !== undefined) await requireFile(file);
  return [
    ...(file === undefined ? [] : [createFileSink(file)]),
    ...(address === undefined ? [] : [createAddressSink(address, token)]),
    ...(syslog === undefined ? [] : [createSyslogSink(syslogPlace(syslog))]),
  ];
};
