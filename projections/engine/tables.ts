import type { AccessRequestStatus } from '#domain/access/schema.ts';
import type { SpecReference } from '#domain/api/api.ts';
import type { ApiRow } from '#domain/api/schema.ts';
import type { BusinessAreaChange } from '#domain/business-area/schema.ts';
import type { ConsumerConfig } from '#domain/consumer/consumer.ts';
import type { consumerStates } from '#domain/consumer/schema.ts';
import type { Environment } from '#domain/core/environment.ts';
import type { HistoryArea } from '#domain/core/history.ts';
import type { Role } from '#domain/core/role.ts';
import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import type { Authentication, deploymentStates } from '#domain/deployment/row.ts';
import type { HistoryChange } from '#domain/history/changes.ts';
import type { HistoryType } from '#domain/history/history.ts';
import type { HistoryOutcome } from '#domain/history/schema.ts';
import type { IssueFileType } from '#domain/issue/issue.ts';
import type { IssueRow } from '#domain/issue/schema.ts';
import type { NoticeKind } from '#domain/notice/notice.ts';
import type { GatewayPlan } from '#domain/operation/gateway-plan.ts';
import type { FailureClass, OperationKind } from '#domain/operation/operation.ts';
import type { OperationRow, OperationState, OperationStep } from '#domain/operation/schema.ts';
import type { UserSettings } from '#domain/user/settings.ts';

/**
 * The read tables as queries see them. Rows carry `stream_version`, the version of their own stream
 * that they show: the guard against an event that comes twice, and what an ETag is made of.
 */
export type OrganizationsTable = {
  id: number;
  name: string;
  external: boolean;
  description: string;
  contact: string;
  created_at: Date;
  stream_version: number;
};

export type UsersTable = {
  id: number;
  organization_id: number;
  firstname: string;
  lastname: string;
  email: string;
  /** What sign-in looks for. */
  email_lower: string;
  roles: Role[];
  active: boolean;
  issuer: string | null;
  subject: string | null;
  /** True until the first-login dialog has been seen. */
  firstlogin: boolean;
  sign_ins: number;
  phone_number: string;
  settings: UserSettings;
  /** The version of the terms that was accepted last. */
  terms_accepted: string | null;
  created_at: Date;
  stream_version: number;
};

export type ApplicationsTable = {
  id: number;
  organization_id: number;
  name: string;
  description: string;
  external: boolean;
  created_at: Date;
  stream_version: number;
};

/** Who maintains which application. */
export type ApplicationOwnersTable = { application_id: number; user_id: number };

export type BusinessAreasTable = { id: number; name: string; description: string; stream_version: number };

/** Who changed what about a business area. It outlives the area. */
export type BusinessAreaHistoryTable = Pick<BusinessAreaChange, 'id' | 'kind' | 'changes'> & {
  business_area_id: number;
  user_id: number;
  happened_at: Date;
};

export type ApisTable = {
  id: number;
  name: string;
  description: string;
  /** `info.version` of the current document. */
  version: string;
  source_repo: string;
  application_id: number | null;
  application_name: string | null;
  organization_id: number;
  organization_name: string;
  business_area_id: number | null;
  /** The key of its text in `spec_documents`. */
  spec_hash: string;
  spec_format: ApiRow['format'];
  /** Null of a PDF. */
  spec_version: SpecReference['specVersion'];
  /** Bytes. */
  spec_size: number;
  revision: number;
  /** How many operations the document describes. */
  operations: number;
  /** Addresses that the document names. */
  servers: string[];
  /** Where a gateway serves it, in the order DEV to PROD. */
  environments: Environment[];
  state: ApiRow['state'];
  /** The operation that deletes it. */
  deletion: string | null;
  created_by: number;
  created_at: Date;
  updated_at: Date;
  stream_version: number;
};

/** Computed by Postgres, for lists: lower-case, so that sorting ignores case. */
type ApiSortColumns = {
  sort_name: string;
  sort_application: string;
  sort_organization: string;
};

/** Which APIs a word, an organization, an application, a business area, an environment or a state has: the part of a bitmap (domain/core/id-set.ts). */
export type ApiSetsTable = {
  /** Kind, term and part. */
  id: string;
  /** `word` and `short` are parts of the texts (domain/api/search-terms.ts), `name` are the words of names. */
  kind: 'all' | 'organization' | 'application' | 'area' | 'environment' | 'state' | 'name' | 'word' | 'short';
  /** The word, the id, the environment, or `deleting`; empty for `all`. */
  term: string;
  part: number;
  /** Base64. */
  members: string;
};

/** Every revision of an API's document. */
export type ApiVersionsTable = {
  api_id: number;
  revision: number;
  version: string;
  spec_hash: string;
  spec_format: ApiRow['format'];
  /** Null of a PDF. */
  spec_version: SpecReference['specVersion'];
  /** Bytes. */
  spec_size: number;
  operations: number;
  /** The older revision that this one made current again. */
  restores: number | null;
  created_by: number;
  created_at: Date;
};

/** A removed deployment has no row. */
export type DeploymentsTable = {
  id: number;
  api_id: number;
  gateway_id: number;
  environment: Environment;
  name: string;
  /** As the form has it; the path on the gateway is `nameInEnvironment(context_path, environment)`. */
  context_path: string;
  authentication: Authentication;
  /** What the newest request asks for. */
  config: DeploymentConfig;
  /** What the gateway serves now; null is nothing. */
  applied: DeploymentConfig | null;
  state: (typeof deploymentStates)[number];
  /** The newest one. */
  operation_id: string;
  created_by: number;
  created_at: Date;
  updated_at: Date;
  stream_version: number;
};

/** Keys. A removed one has no row, and neither have those of a removed deployment. */
export type ConsumersTable = {
  id: number;
  deployment_id: number;
  api_id: number;
  organization_id: number;
  nickname: string;
  state: (typeof consumerStates)[number];
  operation_id: string;
  /** What the newest request asks for. */
  wanted: ConsumerConfig;
  /** What the gateway has; null is nothing. */
  applied: ConsumerConfig | null;
  /** Counts the credentials of `wanted`: how their use is told apart. */
  generation: number;
  /** When the credentials before them end; null when there are none. */
  previous_until: Date | null;
  created_by: number;
  created_at: Date;
  updated_at: Date;
  stream_version: number;
};

/** One row a time that somebody saw a credential; it outlives the key. */
export type CredentialViewsTable = {
  event_id: string;
  consumer_id: number;
  /** Of the key; null when the key was gone from the read tables. */
  deployment_id: number | null;
  api_id: number | null;
  organization_id: number | null;
  /** Who looked. */
  user_id: number;
  viewed_at: Date;
};

/** Gateways. Their secrets are references into the vault. */
export type ResourcesTable = {
  id: number;
  type: 'KONG';
  name: string;
  is_public: boolean;
  /** Who may deploy to it when it is not public. */
  organizations: number[];
  admin_url: string;
  api_url: string;
  api_ssl_url: string;
  http_log_endpoint: string;
  admin_key_secret_id: string | null;
  telemetry_key_secret_id: string;
  telemetry_key_fingerprint: string;
  created_at: Date;
  stream_version: number;
};

/** Every request that a worker carries out, from any noun's `...Requested` event on. */
export type OperationsTable = {
  id: string;
  kind: OperationKind;
  state: OperationState;
  api_id: number;
  api_name: string;
  /** Null of what is about no deployment. */
  deployment_id: number | null;
  consumer_id: number | null;
  /** What it is about, for people: `payments-dev`, `client/axios`. */
  subject: string;
  environment: Environment | null;
  /** Of whoever requested it. */
  organization_id: number;
  /** Whose key it is about; null of what is about none. */
  key_organization_id: number | null;
  requested_by: number;
  requested_at: Date;
  updated_at: Date;
  attempt: number;
  /** How often support replayed it. */
  replay: number;
  /** What it changes on the gateway; null until a worker has looked. */
  plan: GatewayPlan | null;
  steps: OperationStep[];
  problems: OperationRow['problems'];
  failure_class: FailureClass | null;
  next_attempt_at: Date | null;
  stream_version: number;
};

/** What people reported to support. */
export type IssuesTable = {
  id: number;
  title: string;
  description: string;
  state: IssueRow['state'];
  reporter_id: number;
  /** Of the reporter, then. */
  organization_id: number;
  application_id: number | null;
  /** The key of its content in `issue_files`. */
  file_hash: string | null;
  file_type: IssueFileType | null;
  /** Bytes. */
  file_size: number | null;
  reported_at: Date;
  closed_at: Date | null;
  closed_by: number | null;
  stream_version: number;
};

/** What organizations asked for. */
export type AccessRequestsTable = {
  id: number;
  api_id: number;
  organization_id: number;
  status: AccessRequestStatus;
  reason: string;
  /** What the other side answered. */
  note: string;
  requested_by: number;
  requested_at: Date;
  decided_by: number | null;
  decided_at: Date | null;
  stream_version: number;
};

/** Which organization may call which API; of a pair at most one is not revoked. */
export type AccessGrantsTable = {
  id: number;
  api_id: number;
  organization_id: number;
  request_id: number | null;
  granted_by: number;
  granted_at: Date;
  revoked_by: number | null;
  revoked_at: Date | null;
  stream_version: number;
};

/** Who did what to an API: one row an event that says so. */
export type ApiHistoryTable = {
  /** The event's. */
  id: string;
  api_id: number;
  type: HistoryType;
  area: HistoryArea;
  happened_at: Date;
  /** 0 is the portal itself. */
  user_id: number;
  user_organization_id: number;
  /** Whose key, access or code it is. */
  organization_id: number | null;
  environment: Environment | null;
  /** The route's name on the gateway, or which code. */
  subject: string;
  values: Readonly<Record<string, string | number>>;
  changes: readonly HistoryChange[];
  operation_id: string | null;
  /** Of the operation; null when there is none. */
  outcome: HistoryOutcome | null;
};

/** APIs as their history knows them, deleted ones too. */
export type HistoryApisTable = { id: number; name: string; version: string; operations: number; deleted: boolean };

/** What people are told: one row an event and person. */
export type NoticesTable = {
  /** The event's. */
  id: string;
  user_id: number;
  kind: NoticeKind;
  /** It is not told before; in the future of a reminder. */
  at: Date;
  /** Whose thing it is about. */
  organization_id: number;
  api_id: number | null;
  consumer_id: number | null;
  operation_id: string | null;
  request_id: number | null;
  issue_id: number | null;
  /** What a key or a deployment is called. */
  subject: string;
  environment: Environment | null;
  /** When the credentials end that a reminder is about. */
  ends_at: Date | null;
};

/** Which notices somebody has read. Kept beside the events: it says nothing about what happened in the portal. */
type NoticeReadsTable = { user_id: number; notice_id: string; read_at: Date };

/** How far the installation is set up: one row, once anything of it was decided. */
export type SetupTable = { id: number; dismissed: boolean; stream_version: number };

/** When each of a key's credentials was used last, as gateways report it. Telemetry: `bff/ingest` fills it. */
type CredentialUsesTable = { consumer_id: number; generation: number; last_used_at: Date };

/** The tables that `projections/` fills. */
export type ProjectedTables = {
  organizations: OrganizationsTable;
  users: UsersTable;
  applications: ApplicationsTable;
  application_owners: ApplicationOwnersTable;
  business_areas: BusinessAreasTable;
  business_area_history: BusinessAreaHistoryTable;
  apis: ApisTable & ApiSortColumns;
  api_sets: ApiSetsTable;
  api_versions: ApiVersionsTable;
  deployments: DeploymentsTable;
  consumers: ConsumersTable;
  credential_views: CredentialViewsTable;
  resources: ResourcesTable;
  /** `search`: API and subject, lower-case; indexed by trigrams for `like '%text%'`. */
  operations: OperationsTable & { search: string };
  access_requests: AccessRequestsTable;
  access_grants: AccessGrantsTable;
  api_history: ApiHistoryTable;
  history_apis: HistoryApisTable;
  notices: NoticesTable;
  setup: SetupTable;
  issues: IssuesTable & { sort_title: string; search: string };
};

/** What the BFF's `Kysely` knows. Tables that others fill (telemetry, sessions) are added here: `ProjectedTables & { ... }`. */
export type ReadTables = ProjectedTables & { credential_uses: CredentialUsesTable; notice_reads: NoticeReadsTable };
