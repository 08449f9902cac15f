import type { allProjections } from './all-projections.ts';
import type { ReadRowOf } from './engine/table.ts';

/**
 * The tables that projections fill, as queries see them. Rows carry `stream_version`, the version of their own stream
 * that they show: the guard against an event that comes twice, and the source of an ETag.
 */
export type ProjectedTables = {
  [One in (typeof allProjections)[number]['parts'][number]['tables'][number] as One['name']]: ReadRowOf<One>;
};

/** When each of a key's credentials was used last, as gateways report it. `bff/ingest` fills it. */
type CredentialUsesTable = { consumer_id: number; generation: number; last_used_at: Date };

/** Which notices somebody has read. Kept beside the events: it says nothing about what happened in the portal. */
type NoticeReadsTable = { user_id: number; notice_id: string; read_at: Date };

/** The operations of documents, as the gallery's search finds them (bff/documents/operation-texts.ts). */
type OperationTextsTable = {
  hash: string;
  number: number;
  method: string;
  path: string;
  summary: string;
  words: string;
};

/** The documents whose operations the search knows, with all their words. */
type SearchedDocumentsTable = { hash: string; words: string };

/** What the BFF's `Kysely` knows. Tables that others fill (telemetry, sessions) are added here. */
export type ReadTables = ProjectedTables & {
  credential_uses: CredentialUsesTable;
  notice_reads: NoticeReadsTable;
  operation_texts: OperationTextsTable;
  searched_documents: SearchedDocumentsTable;
};
