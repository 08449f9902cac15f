import type { ObjectKind } from '#domain/gateway-object/kind.ts';
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

/** When it was last looked who reads with an old login of a rotation (workers/event-subscription/watch-old-logins.ts). */
type KafkaLoginUsesTable = { event_subscription_id: number; login: string; looked_at: Date; last_seen_at: Date | null };

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

/** What gateways hold, without secrets (workers/gateway-object). */
type GatewayObjectsTable = {
  gateway_id: number;
  kind: ObjectKind;
  id: string;
  name: string;
  about: string;
  sort_name: string;
  sort_about: string;
  sort_tags: string;
  amount: number | null;
  enabled: boolean;
  tags: string[];
  service_id: string | null;
  route_id: string | null;
  consumer_id: string | null;
  upstream_id: string | null;
  certificate_id: string | null;
  deployment_id: number | null;
  is_own: boolean;
  created_at: Date;
  updated_at: Date | null;
  expires_at: Date | null;
  body: Record<string, unknown>;
  words: string;
  hash: string;
  is_gone: boolean;
};

/** When each gateway was last read whole, and what it can do. Null: it has not said. */
type GatewayMirrorsTable = {
  gateway_id: number;
  seen_at: Date;
  version: string | null;
  router: string | null;
  plugins: string[] | null;
  has_database: boolean | null;
};

/** The operations that a document describes, by their hash in `spec_operations`. `bff/ingest` fills it. */
type DocumentOperationsTable = { hash: string; operations: string | null };

/** What the BFF's `Kysely` knows. Tables that others fill (telemetry, sessions) are added here. */
export type ReadTables = ProjectedTables & {
  credential_uses: CredentialUsesTable;
  document_operations: DocumentOperationsTable;
  kafka_login_uses: KafkaLoginUsesTable;
  notice_reads: NoticeReadsTable;
  gateway_objects: GatewayObjectsTable;
  gateway_mirrors: GatewayMirrorsTable;
  operation_texts: OperationTextsTable;
  searched_documents: SearchedDocumentsTable;
};
