import type { IssueFile, IssueFileType } from '#domain/issue/issue.ts';
import type { Database } from '#platform/database.ts';

/**
 * Keeps an attachment under its hash; the same bytes twice are one row. Call it before the event that names the hash
 * is appended: a file without an event does no harm, an event without its file would.
 */
export const saveIssueFile = async (
  database: Database,
  { hash, type, size }: IssueFile,
  bytes: Uint8Array,
): Promise<void> => {
  await database.query(
    'insert into issue_files (hash, type, size, content) values ($1, $2, $3, $4) on conflict (hash) do nothing',
    [hash, type, size, bytes],
  );
};

/** Undefined when no file has the hash. */
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
