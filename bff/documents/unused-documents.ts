import { RefusedError, refuse } from '#domain/core/problem.ts';
import type { Database } from '#platform/database.ts';

/** Descriptions and PDFs (`spec_documents`), or files of issues (`issue_files`). */
type DocumentKind = 'spec' | 'file';

/** What a reader is told of a document whose bytes the retention deleted. */
export const deletedDocument = (at: Date): RefusedError =>
  new RefusedError(
    refuse('not-found', { code: 'document.deleted', parameters: { date: at.toISOString().slice(0, 10) } }),
  );

/** Returns SQL of when the bytes of a document were deleted; null while they are there. */
export const deletedAtOf = (kind: DocumentKind, hash: string): string =>
  `(select deleted_at from unused_documents where kind = '${kind}' and hash = ${hash})`;

/**
 * Says that a document is used again. Call it before its bytes are stored: whoever deletes them just now comes first, and
 * from then on nobody does.
 */
export const useAgain = async (database: Database, kind: DocumentKind, hash: string): Promise<void> => {
  await database.query('delete from unused_documents where kind = $1 and hash = $2', [kind, hash]);
};

/**
 * Keeps a stored description that is about to be current again.
 *
 * @throws RefusedError when its bytes are gone.
 */
export const keepStored = async (database: Database, hash: string): Promise<void> => {
  await database.query("delete from unused_documents where kind = 'spec' and hash = $1 and deleted_at is null", [hash]);
  const { rows } = await database.query<{ deleted_at: Date | null }>(
    `select ${deletedAtOf('spec', '$1')} as deleted_at`,
    [hash],
  );
  if (rows[0]?.deleted_at) throw deletedDocument(rows[0].deleted_at);
};
