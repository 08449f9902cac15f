import { hostname } from 'node:os';
import type { Pool } from '#platform/database.ts';
import type { Subject } from './job.ts';

/** Any constants: the first half of a lock's key, by what it is about. */
const deploymentSpace = 7_214_101;
const generatorSpace = 7_214_102;
const apiSpace = 7_214_103;

/** 32 bits of a text, for the second half. Two machines that share them by accident only wait for each other. */
const numberOf = (text: string): number =>
  [...text].reduce((sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0)) | 0, 0);

/**
 * One operation a deployment at a time, whatever the operation; one deletion an API; one code generation a machine,
 * which has other work too.
 */
const keyOf = (subject: Subject): readonly [number, number] => {
  if (subject.kind === 'generate-code') return [generatorSpace, numberOf(hostname())];
  return subject.kind === 'delete-api' ? [apiSpace, subject.apiId] : [deploymentSpace, subject.deploymentId];
};

/**
 * Runs `work` while nobody else works on the same (reliability H4). The lock belongs to a connection
 * of its own: it ends when the process does, however it does.
 *
 * @param work is handed a signal that aborts when the connection, and with it the lock, is lost.
 * @returns undefined at once when somebody else holds it.
 */
export const withOperationLock = async <Result>(
  locks: Pool,
  subject: Subject,
  work: (lost: AbortSignal) => Promise<Result>,
): Promise<{ result: Result } | undefined> => {
  const client = await locks.connect();
  const lost = new AbortController();
  const onError = () => lost.abort();
  client.on('error', onError);
  let healthy = false;
  try {
    const key = keyOf(subject);
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1::int, $2::int) as taken', [
      ...key,
    ]);
    if (!rows[0]?.taken) {
      healthy = true;
      return undefined;
    }
    try {
      return { result: await work(lost.signal) };
    } finally {
      await client.query('select pg_advisory_unlock($1::int, $2::int)', [...key]);
      healthy = true;
    }
  } finally {
    client.off('error', onError);
    // A connection in doubt is closed, which is what ends its locks for certain.
    client.release(!healthy);
  }
};
