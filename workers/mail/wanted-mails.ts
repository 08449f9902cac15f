import type { PorticoEvent } from '#domain/event-catalogue.ts';
import type { MailRequest } from '#domain/mail/mail.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import type { Database } from '#platform/database.ts';
import {
  accessDeciders,
  accessReaders,
  approvers,
  gatewayAdministrators,
  gatewayReaders,
  logReaders,
  otherAdministrators,
  reviewersOf,
} from './administrators.ts';
import { askersOf, deploymentKeyHolders, keyHolders, losingPeople, maintainersOf } from './losing-people.ts';

import { decidersOf, findDecision } from './waiting-decisions.ts';

/** A mail to one person about an event. */
export type Wanted = Pick<MailRequest, 'kind' | 'recipient'>;

const toUser = (kind: MailRequest['kind'], id: number): Wanted => ({ kind, recipient: { noun: 'user', id } });
const toUsers = (kind: MailRequest['kind'], ids: readonly number[]): readonly Wanted[] =>
  ids.map((id) => toUser(kind, id));

const toRegistration = (kind: MailRequest['kind'], id: number): readonly Wanted[] => [
  { kind, recipient: { noun: 'registration', id } },
];

/** A request without a user came from the portal itself, which reads no mails. */
const toRequester = (
  kind: MailRequest['kind'],
  { requestedBy }: Readonly<{ requestedBy: number }>,
): readonly Wanted[] => (requestedBy > 0 ? [toUser(kind, requestedBy)] : []);

/** A function that returns the mails about an event of one type. `actor`: whoever did it, who knows. */
type WantedFor<Type extends PorticoEvent['type']> = (
  data: Extract<PorticoEvent, { type: Type }>['data'],
  database: Database,
  actor: number,
) => readonly Wanted[] | Promise<readonly Wanted[]>;

const toDeciders = async (
  { requestId, requestedBy, apiId }: Readonly<{ requestId: number; requestedBy: number; apiId?: number }>,
  database: Database,
) => toUsers('access-asked', await accessDeciders(database, { requestId, requestedBy, apiId: apiId ?? null }));

/** To everybody who asked. */
const toAskers =
  (kind: 'access-approved' | 'access-denied') =>
  async (data: Readonly<{ requestId: number; requestedBy: number }>, database: Database) => [
    ...toRequester(kind, data),
    ...toUsers(kind, await askersOf(database, data.requestId)),
  ];

const requesterOf = async (database: Database, approvalId: number): Promise<readonly number[]> => {
  const { rows } = await database.query<{ id: number }>('select requested_by as id from approvals where id = $1', [
    approvalId,
  ]);
  return rows.map(({ id }) => id);
};

const toLogReaders = async (
  { findings, rows = 0 }: Readonly<{ findings: number; rows?: number | undefined }>,
  database: Database,
) => (findings + rows === 0 ? [] : toUsers('log-altered', await logReaders(database)));

/** Who hears of what. A chore tells reviewers of requests for accounts (`tell-reviewers.ts`). */
const wanted: { readonly [Type in PorticoEvent['type']]?: WantedFor<Type> } = {
  RegistrationRequested: ({ registrationId }) => toRegistration('welcome', registrationId),
  RegistrationApprovalBegun: ({ askedEmail, registrationId }) =>
    askedEmail === undefined ? [] : toRegistration('address-corrected', registrationId),
  RegistrationApproved: ({ userId }) => [toUser('request-approved', userId)],
  RegistrationDenied: ({ registrationId }) => toRegistration('request-denied', registrationId),
  UserInvited: ({ userId }) => [toUser('invited', userId)],
  UserRolesChanged: ({ userId }) => [toUser('roles-changed', userId)],
  UserDisabled: ({ userId }) => [toUser('disabled', userId)],
  // Whoever loses access hears of it while the deletion can still be denied.
  OrganizationDeletionRequested: async ({ requestedBy, ...ids }, database) => [
    ...toUsers('deletion-asked', await otherAdministrators(database, requestedBy)),
    ...toUsers('access-ending', await losingPeople(database, ids)),
  ],
  OrganizationDeletionApproved: async (data, database, actor) => [
    ...toRequester('deletion-approved', data),
    ...toUsers('organization-deleted', await losingPeople(database, data, actor)),
  ],
  OrganizationDeletionDenied: async (data, database) => [
    ...toRequester('deletion-denied', data),
    ...toUsers('access-stays', await losingPeople(database, data)),
  ],
  OrganizationDeletionWithdrawn: async (data, database) => toUsers('access-stays', await losingPeople(database, data)),
  ApplicationDeletionRequested: async ({ applicationId }, database, actor) =>
    toUsers('application-deleted', await losingPeople(database, { applicationId }, actor)),
  ApiDeletionRequested: async ({ apiId }, database, actor) =>
    toUsers('api-deleted', [
      ...(await losingPeople(database, { apiId }, actor)),
      ...(await maintainersOf(database, apiId, actor)),
    ]),
  UndeploymentRequested: async ({ deploymentId }, database, actor) =>
    toUsers('deployment-removed', await deploymentKeyHolders(database, deploymentId, actor)),
  ConsumerRemovalRequested: async ({ consumerId }, database, actor) =>
    toUsers('key-removed', await keyHolders(database, consumerId, actor)),
  // Both sides, as of access.
  KeyEnding: async ({ consumerId, apiId, organizationId }, database) =>
    toUsers('key-ends', [
      ...new Set([
        ...(await keyHolders(database, consumerId, 0)),
        ...(await maintainersOf(database, apiId, 0, organizationId)),
      ]),
    ]),
  ApiAccessRequested: toDeciders,
  EventAccessRequested: toDeciders,
  ApiAccessApproved: toAskers('access-approved'),
  EventAccessApproved: toAskers('access-approved'),
  ApiAccessDenied: toAskers('access-denied'),
  EventAccessDenied: toAskers('access-denied'),
  ApiAccessGranted: async ({ apiId, organizationId }, database, actor) =>
    toUsers('access-given', await maintainersOf(database, apiId, actor, organizationId)),
  // Both sides: whoever has the access, and whoever maintains the API or gives access to events.
  ApiAccessEnding: async ({ apiId, organizationId }, database) =>
    toUsers('access-ends', [
      ...new Set([
        ...(await accessReaders(database, { apiId, organizationId }, 0)),
        ...(await maintainersOf(database, apiId, 0, organizationId)),
      ]),
    ]),
  EventAccessEnding: async ({ organizationId }, database) =>
    toUsers('access-ends', [
      ...new Set([
        ...(await accessReaders(database, { apiId: null, organizationId }, 0)),
        ...(await otherAdministrators(database, 0)),
      ]),
    ]),
  ApiAccessRevoked: async ({ apiId, organizationId }, database, actor) => [
    ...toUsers('access-revoked', await accessReaders(database, { apiId, organizationId }, actor)),
    ...toUsers('access-taken', await maintainersOf(database, apiId, actor, organizationId)),
  ],
  EventAccessRevoked: async ({ organizationId }, database, actor) =>
    toUsers('access-revoked', await accessReaders(database, { apiId: null, organizationId }, actor)),
  ApprovalRequested: async ({ change, requestedBy }, database) =>
    toUsers(
      'approval-asked',
      await approvers(database, change.kind === 'deployment' ? change.apiId : null, requestedBy),
    ),
  ApprovalGiven: async ({ approvalId }, database) => toUsers('approval-given', await requesterOf(database, approvalId)),
  ApprovalDenied: async ({ approvalId }, database) =>
    toUsers('approval-denied', await requesterOf(database, approvalId)),
  ApprovalLapsed: async ({ approvalId }, database) =>
    toUsers('approval-lapsed', await requesterOf(database, approvalId)),
  ProtectionLost: async ({ apiId }, database) => toUsers('protection-lost', await gatewayReaders(database, apiId)),
  ForeignObjectFound: async ({ apiId }, database) => toUsers('foreign-object', await gatewayReaders(database, apiId)),
  ReviewRoundStarted: async ({ organizationIds }, database) =>
    toUsers('review-started', await reviewersOf(database, organizationIds)),
  ReviewRoundDue: async ({ organizationIds, startedBy = 0 }, database) =>
    toUsers('review-due', await reviewersOf(database, organizationIds, startedBy)),
  DecisionReminded: async ({ kind, key }, database) => {
    const waiting = await findDecision(database, kind, key);
    return waiting ? toUsers('decision-due', await decidersOf(database, waiting)) : [];
  },
  // Auditors, who decide nothing, are told by bell only.
  DecisionOverdue: ({ told }) =>
    toUsers(
      'decision-overdue',
      told.flatMap(({ userId, as }) => (as === 'auditors' ? [] : userId)),
    ),
  // Whoever takes something themselves knows.
  DeskCaseHandedOver: ({ to }, _database, actor) => (to === actor ? [] : [toUser('handed-over', to)]),
  LogVerified: toLogReaders,
  LogVerificationCompleted: toLogReaders,
  KafkaRightsFound: async (_data, database) => toUsers('kafka-rights', await otherAdministrators(database, 0)),
  CertificatesEnding: async (_data, database) => toUsers('certificate-ends', await gatewayAdministrators(database)),
};

/** Ends of things that a worker brings about for a deletion, of which people were told when it was asked for. */
const told: ReadonlySet<PorticoEvent['type']> = new Set([
  'ApplicationDeletionRequested',
  'ApiDeletionRequested',
  'UndeploymentRequested',
  'ConsumerRemovalRequested',
  'ApiAccessDenied',
  'ApiAccessRevoked',
  'EventAccessDenied',
  'EventAccessRevoked',
]);

/** Returns whether there may be mails that tell about an event. */
export const mayBeTold = ({ type }: RecordedEvent<PorticoEvent>): boolean => Object.hasOwn(wanted, type);

/** Returns the mails that tell about an event. */
export const wantedFor = async (
  { type, data, meta: { actor, causationId } }: RecordedEvent<PorticoEvent>,
  database: Database,
): Promise<readonly Wanted[]> => {
  // Nobody but the portal ends a grant or a key whose end has come. People hear of that.
  const isEnd = 'endsAt' in data && data.endsAt !== undefined;
  const isOfCause =
    (actor.userId === 0 && !isEnd) || (type === 'ConsumerRemovalRequested' && causationId !== undefined);
  if (isOfCause && told.has(type)) return [];
  // The types can't express that each type gets its own data.
  const found = await (wanted[type] as WantedFor<typeof type> | undefined)?.(data as never, database, actor.userId);
  return found ?? [];
};
