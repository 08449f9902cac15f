import type { IssueFile, IssueFileType } from '#domain/issue/issue.ts';
import type { Database } from '#platform/database.ts';
import { useAgain } from '../documents/unused-documents.ts';

/**
 * Stores an attachment under its hash. The same bytes are stored once. Call it before appending the event with the hash: a
 * file without an event is harmless, an event without its file is not.
 */
export const saveIssueFile = async (
  database: Database,
  { hash, type, size }: IssueFile,
  bytes: Uint8Array,
): Promise<void> => {
  await useAgain(database, 'file', hash);
  await database.query(
    'insert into issue_files (hash, type, size, content) values ($1, $2, $3, $4) on conflict (hash) do nothing',
    [hash, type, size, bytes],
  );
};

/** Returns a stored file, or undefined. */
export const loadIssueFile = async (
  database: Database,
  hash: string,
): Promise<Readonly<{ type: IssueFileType; content: Buffer<ArrayBuffer> }> | undefined> => {
  const { rows } = await database.query<{ type: IssueFileType; content: Buffer<ArrayBuffer> }>(
    'select type, content from issue_files where hash = $1',
    [hash],
  );
  return rows[0];
};
