/**
 * What the portal holds about a person beside their account, by the name in their file: one statement each, where $1 is the
 * person. What they did names others by number only. A test compares it with all columns that hold a person's number.
 */
export const dataParts = {
  signUps: `
    select id, firstname, lastname, email, company, phone_number as "phoneNumber", comments, status, reason,
      requested_at as "requestedAt", decided_at as "decidedAt"
    from registrations where user_id = $1 order by id`,
  deletedApplications: 'select id, name from applications where deleted_by = $1 order by id',
  issues: `
    select id, title, description, state, reported_at as "reportedAt", file_type as "fileType"
    from issues where reporter_id = $1 order by id`,
  closedIssues: 'select id, closed_at as "closedAt" from issues where closed_by = $1 order by id',
  accessRequests: `
    select id, api_id as "apiId", event_category_id as "eventCategoryId", organization_id as "organizationId", status,
      reason, note, requested_at as "requestedAt", decided_at as "decidedAt"
    from access_requests where requested_by = $1 order by id`,
  decidedAccessRequests: `
    select id, api_id as "apiId", event_category_id as "eventCategoryId", organization_id as "organizationId", status,
      decided_at as "decidedAt"
    from access_requests where decided_by = $1 order by id`,
  givenAccess: `
    select id, api_id as "apiId", event_category_id as "eventCategoryId", organization_id as "organizationId",
      granted_at as "grantedAt"
    from access_grants where granted_by = $1 order by id`,
  revokedAccess: `
    select id, api_id as "apiId", event_category_id as "eventCategoryId", organization_id as "organizationId",
      revoked_at as "revokedAt"
    from access_grants where revoked_by = $1 order by id`,
  decidedSignUps: `
    select id, status, decided_at as "decidedAt" from registrations where decided_by = $1 order by id`,
  deletionRequests: `
    select id, organization_id as "organizationId", organization_name as "organizationName", action,
      requested_at as "requestedAt"
    from organization_deletions where requested_by = $1 order by id`,
  decidedDeletions: `
    select id, organization_id as "organizationId", organization_name as "organizationName", action,
      updated_at as "decidedAt"
    from organization_deletions where decided_by = $1 order by id`,
  askedChanges: `
    select id, kind, environment, state, requested_at as "requestedAt" from approvals where requested_by = $1 order by id`,
  decidedChanges: `
    select id, kind, environment, state, note, decided_at as "decidedAt" from approvals where decided_by = $1 order by id`,
  changesAboutMe: `
    select id, kind, state, requested_at as "requestedAt" from approvals where user_id = $1 order by id`,
  startedReviews: `
    select id, started_at as "startedAt", due_at as "dueAt" from review_rounds where started_by = $1 order by id`,
  closedReviews: `
    select id, closed_at as "closedAt" from review_rounds where closed_by = $1 order by id`,
  decidedReviewLines: `
    select review_round_id as "reviewId", line, verdict, reason, decided_at as "decidedAt"
    from review_lines where decided_by = $1 order by review_round_id, line`,
  viewedKeys: `
    select consumer_id as "keyId", subscription_id as "subscriptionId", consumer_name as name, api_id as "apiId",
      api_name as "apiOrTopicName", environment,
      client_address as address, viewed_at as "viewedAt"
    from credential_views where user_id = $1 order by viewed_at, id`,
  triedCalls: `
    select consumer_id as "keyId", method, path, status, tried_at as "triedAt"
    from tried_calls where user_id = $1 order by tried_at, id`,
  addedKeys: `
    select id, nickname as name, api_id as "apiId", organization_id as "organizationId", created_at as "createdAt"
    from consumers where created_by = $1 order by id`,
  addedDeployments: `
    select id, api_id as "apiId", environment, created_at as "createdAt"
    from deployments where created_by = $1 order by id`,
  answeredDrift: `
    select id, answer, reason, answered_at as "answeredAt" from differences where answered_by = $1 order by answered_at, id`,
  decidedTakeOvers: `
    select gateway_id as "gatewayId", service_id as "serviceId", state, reason, decided_at as "decidedAt"
    from take_overs where decided_by = $1 order by decided_at, id`,
  publishedApis: 'select id, name, created_at as "createdAt" from apis where created_by = $1 order by id',
  uploadedVersions: `
    select api_id as "apiId", version, created_at as "createdAt"
    from api_versions where created_by = $1 order by api_id, revision`,
  deletedApis: 'select id, name, deleted_at as "deletedAt" from deleted_apis where deleted_by = $1 order by id',
  operations: `
    select id, kind, state, requested_at as "requestedAt" from operations where requested_by = $1 order by requested_at, id`,
  changedRoles: `
    select user_id as "userId", from_roles as "from", to_roles as "to", changed_at as "changedAt"
    from role_changes where changed_by = $1 order by changed_at, id`,
  approvedRoles: `
    select user_id as "userId", from_roles as "from", to_roles as "to", changed_at as "changedAt"
    from role_changes where approved_by = $1 order by changed_at, id`,
  notices: 'select * from notices where user_id = $1 order by at, id',
  readNotices: 'select notice_id as id, read_at as "readAt" from notice_reads where user_id = $1 order by read_at',
  joinedRequests: `
    select request_id as "requestId", reason, joined_at as "joinedAt"
    from access_request_joins where user_id = $1 order by joined_at, request_id`,
  announcedSignUps: `
    select registration_id as id, told_at as "toldAt" from told_reviewers where user_id = $1 order by told_at`,
  newsForDigests: `
    select kind, stream, version, added_at as "addedAt"
    from digest_entries where user_id = $1 order by added_at, stream, version, kind`,
  remindersForDigests: `
    select kind, stream, version, added_at as "addedAt"
    from newer_digest_entries where user_id = $1 order by added_at, stream, version, kind`,
  casesOfTheDesk: `
    select about, note, handed_at as "handedAt" from desk_cases where holder = $1 order by handed_at`,
  handedOverCases:
    'select about, note, handed_at as "handedAt" from desk_cases where handed_by = $1 order by handed_at',
  mutedCauses: `
    select about, mute_reason as reason, muted_until as "mutedUntil" from desk_cases where muted_by = $1 order by about`,
  cancelledOperations: `
    select id, kind, cancel_reason as reason, updated_at as "changedAt" from operations where cancelled_by = $1 order by updated_at`,
  reportedIssuesToday: 'select day, reported from issue_quotas where user_id = $1',
  generatedCodeThisHour: 'select hour, asked from code_quotas where user_id = $1',
  sessions: `
    select started_at as "startedAt", last_seen_at as "lastSeenAt", ends_at as "endsAt"
    from sessions where user_id = $1 order by started_at`,
} as const;

/** Columns with a person's number that no part reads, with the reason. */
export const otherColumns: Readonly<Record<string, string>> = {
  'application_owners.user_id': 'read with the owners in force',
  'application_addresses.user_id': 'read by the numbers of the addresses',
  'owner_organizations.user_id': 'the organization of an owner, which is in the account',
  'notice_owners.user_id': 'the same people as the owners in force',
  'notice_subjects.user_id': 'who is told about a thing; the notices are in the file',
  'role_changes.user_id': 'events of the account',
  'access_spans.user_id': 'the account, its roles and applications: events of the account',
  'access_spans.given_by': 'the same acts as the grants and keys in the file',
  'access_spans.ended_by': 'the same acts as the grants and keys in the file',
  'span_subjects.user_id': 'what the next of these spans follow from',
  'span_subjects.given_by': 'what the next of these spans follow from',
  'history.user_id': 'read as changes',
  'unconfirmed_requests.user_id': 'encrypted until the address is confirmed; nobody has the account yet',
};
