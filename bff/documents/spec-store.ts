import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import type { DocumentFormat } from '#domain/api/document-format.ts';
import type { Database } from '#platform/database.ts';
import type { SpecFormat } from '#specs/spec-document.ts';
import { specLimits } from '#specs/spec-limits.ts';
import { useAgain } from './unused-documents.ts';

// Both run in libuv's threads, off the event loop.
const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** An uploaded description, unchanged. */
export type StoredSpec = Readonly<{ format: SpecFormat; bytes: Uint8Array }>;

/**
 * Stores the uploaded bytes under their hash. The same text is stored once. Call it before appending the event with the
 * hash: a text without an event is harmless, an event without its text is not.
 */
export const saveSpec = async (
  database: Database,
  document: Readonly<{ hash: string; format: DocumentFormat }>,
  bytes: Uint8Array,
): Promise<void> => {
  await useAgain(database, 'spec', document.hash);
  await database.query(
    'insert into spec_documents (hash, format, size, content) values ($1, $2, $3, $4) on conflict (hash) do nothing',
    [document.hash, document.format, bytes.length, await compress(bytes)],
  );
};

/** An uploaded document, unchanged: a description or a PDF. */
export type StoredDocument = Readonly<{ format: DocumentFormat; bytes: Uint8Array }>;

/** Returns the uploaded bytes of a description; undefined when there is none, or it is a PDF. */
export const loadSpec = async (database: Database, hash: string): Promise<StoredSpec | undefined> => {
  const document = await loadDocument(database, hash);
  return document && document.format !== 'pdf' ? { format: document.format, bytes: document.bytes } : undefined;
};

/** Returns the uploaded bytes of any document, or undefined. */
export const loadDocument = async (database: Database, hash: string): Promise<StoredDocument | undefined> => {
  const { rows } = await database.query<{ format: DocumentFormat; content: Buffer }>(
    'select format, content from spec_documents where hash = $1',
    [hash],
  );
  const row = rows[0];
  if (!row) return undefined;
  return { format: row.format, bytes: await decompress(row.content, { maxOutputLength: specLimits.bytes }) };
};
