import type { ReviewLineRow } from '#domain/review-round/schema.ts';

/** The columns of files with the lines of a review. */
export const lineColumns: Readonly<Record<string, (row: ReviewLineRow) => string>> = {
  Line: ({ line }) => String(line),
  Kind: ({ kind }) => kind,
  Name: ({ name }) => name,
  Key: ({ nickname }) => nickname,
  Role: ({ role }) => role ?? '',
  Environment: ({ environment }) => environment ?? '',
  'Organization number': ({ organizationId }) => String(organizationId),
  Organization: ({ organizationName }) => organizationName,
  'Given at': ({ givenAt }) => givenAt,
  'Last used at': ({ lastUsed }) => lastUsed ?? '',
  'Unused for 90 days': ({ unused }) => (unused ? 'yes' : ''),
  Decision: ({ verdict }) => verdict ?? '',
  Reason: ({ reason }) => reason,
  'Decided by': ({ decidedBy }) => decidedBy,
  'Decided at': ({ decidedAt }) => decidedAt ?? '',
};
