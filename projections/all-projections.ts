import { distinct } from '#domain/core/distinct.ts';
import { access } from './access.ts';
import { apiHistory } from './api-history.ts';
import { apis } from './apis.ts';
import { applications } from './applications.ts';
import { approvals } from './approvals.ts';
import { businessAreas } from './business-areas.ts';
import { consumers } from './consumers.ts';
import { credentialSpans } from './credential-spans.ts';
import { credentialViews } from './credential-views.ts';
import { decisionClocks } from './decision-clocks.ts';
import { deletedApis } from './deleted-apis.ts';
import { deployments } from './deployments.ts';
import { deskCases } from './desk-cases.ts';
import { differences } from './differences.ts';
import { drift } from './drift.ts';
import { driftSpans } from './drift-spans.ts';
import { type Projection, tablesOf } from './engine/projection.ts';
import { eventCategories } from './event-categories.ts';
import { eventSubscriptions } from './event-subscriptions.ts';
import { eventTopics } from './event-topics.ts';
import { history } from './history.ts';
import { historySubjects } from './history-subjects.ts';
import { issues } from './issues.ts';
import { keyLimits } from './key-limits.ts';
import { noticeOwners } from './notice-owners.ts';
import { noticeSubjects } from './notice-subjects.ts';
import { notices } from './notices.ts';
import { noticesOfApprovals } from './notices-of-approvals.ts';
import { noticesOfClocks } from './notices-of-clocks.ts';
import { operationSubjects } from './operation-subjects.ts';
import { operations } from './operations.ts';
import { organizationDeletions } from './organization-deletions.ts';
import { organizations } from './organizations.ts';
import { otherHistory } from './other-history.ts';
import { personSpans } from './person-spans.ts';
import { registrations } from './registrations.ts';
import { resources } from './resources.ts';
import { reviewRounds } from './review-rounds.ts';
import { setup } from './setup.ts';
import { takeOvers } from './take-overs.ts';
import { users } from './users.ts';

/**
 * All projections. A part that reads another part's rows is in the same projection: an API's row has its organization's
 * name, and a removed deployment removes its keys. A part that needs no other is a projection of its own, so that others
 * can't delay it.
 */
export const allProjections = [
  { name: 'people', version: 11, parts: [users] },
  {
    name: 'catalogue',
    version: 25,
    parts: [
      organizations,
      organizationDeletions,
      applications,
      businessAreas,
      resources,
      // Reads the API's row before another part removes it.
      deletedApis,
      apis,
      deployments,
      consumers,
      credentialViews,
    ],
  },
  { name: 'operations', version: 18, parts: [operationSubjects, operations] },
  { name: 'issues', version: 4, parts: [issues] },
  { name: 'setup', version: 1, parts: [setup] },
  { name: 'access', version: 7, parts: [access] },
  // Entries read the state of their API, deployment or key before the event.
  { name: 'history', version: 21, parts: [history, apiHistory, otherHistory, historySubjects] },
  // Like the history, notices read the state before the event.
  {
    name: 'notices',
    version: 17,
    parts: [notices, noticesOfApprovals, noticesOfClocks, noticeSubjects, noticeOwners],
  },
  { name: 'drift', version: 2, parts: [drift] },
  { name: 'differences', version: 4, parts: [differences] },
  { name: 'key-limits', version: 1, parts: [keyLimits] },
  { name: 'registrations', version: 5, parts: [registrations] },
  { name: 'event-categories', version: 1, parts: [eventCategories] },
  { name: 'event-topics', version: 2, parts: [eventTopics] },
  { name: 'event-subscriptions', version: 1, parts: [eventSubscriptions] },
  { name: 'take-overs', version: 1, parts: [takeOvers] },
  { name: 'approvals', version: 2, parts: [approvals] },
  // People and drift read what the first part knows of organizations and deployments.
  { name: 'as-of', version: 4, parts: [credentialSpans, personSpans, driftSpans] },
  { name: 'review-rounds', version: 1, parts: [reviewRounds] },
  { name: 'clocks', version: 1, parts: [decisionClocks] },
  { name: 'desk-cases', version: 1, parts: [deskCases] },
] as const satisfies readonly Projection[];

distinct('projection', allProjections, ({ name }) => name);
distinct('read table', (allProjections as readonly Projection[]).flatMap(tablesOf), ({ name }) => name);
