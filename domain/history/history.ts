import type { PorticoEvent } from '../event-catalogue.ts';

/** The area of an entry decides who may read it. */
export const historyAreas = ['api', 'deployment', 'key', 'access', 'code'] as const;
export type HistoryArea = (typeof historyAreas)[number];

/**
 * The events that are entries of an API's history, with their area. `operation`: the event has the area of the entry
 * that requested the operation.
 */
export const historyEntries = {
  ApiPublished: 'api',
  ApiSpecChanged: 'api',
  ApiDetailsChanged: 'api',
  ApiAssigned: 'api',
  ApiDeletionRequested: 'api',
  ApiDeleted: 'api',
  DeploymentRequested: 'deployment',
  UndeploymentRequested: 'deployment',
  ConsumerRequested: 'key',
  ConsumerChangeRequested: 'key',
  CredentialRotationRequested: 'key',
  PreviousCredentialsEnded: 'key',
  ConsumerRemovalRequested: 'key',
  ConsumerRemoved: 'key',
  CredentialRevealed: 'key',
  ApiAccessRequested: 'access',
  ApiAccessApproved: 'access',
  ApiAccessDenied: 'access',
  ApiAccessGranted: 'access',
  ApiAccessRevoked: 'access',
  CodeGenerationRequested: 'code',
  OperationReplayRequested: 'operation',
} as const satisfies Partial<Record<PorticoEvent['type'], HistoryArea | 'operation'>>;

export type HistoryType = keyof typeof historyEntries;
export const historyTypes = Object.keys(historyEntries) as [HistoryType, ...HistoryType[]];

/**
 * Why the other events of the catalogue are not entries. An event that is in neither list is a compile error.
 *
 * @public
 */
export const leftOutOfHistory = {
  OrganizationRegistered: 'no API',
  UserRegistered: 'no API',
  UserIdentityLinked: 'no API',
  UserIdentityRelinked: 'no API',
  UserRolesChanged: 'no API',
  UserDisabled: 'no API',
  UserEnabled: 'no API',
  UserProfileChanged: 'no API',
  UserSettingsChanged: 'no API',
  UserWelcomed: 'no API',
  TermsAccepted: 'no API',
  UserSignedIn: 'no API',
  UserSignedOut: 'no API',
  SignInRefused: 'no API',
  ApplicationRegistered: 'no API',
  BusinessAreaAdded: 'no API',
  GatewayRegistered: 'no API',
  InstallationIdentified: 'no API',
  FirstAdministratorNamed: 'no API',
  FirstAdministratorAppointed: 'no API',
  SetupDismissed: 'no API',
  IssueReported: 'no API',
  IssueClosed: 'no API',
  // The outcome is shown in the entry of the request.
  DeploymentApplied: 'outcome',
  DeploymentFailed: 'outcome',
  DeploymentRemoved: 'outcome',
  ConsumerApplied: 'outcome',
  ConsumerFailed: 'outcome',
  CodeGenerated: 'outcome',
  OperationCompleted: 'outcome',
  OperationFailed: 'outcome',
  OperationSuperseded: 'outcome',
  // A worker's steps are on the operation's page.
  OperationStarted: 'step',
  OperationPlanned: 'step',
  OperationStepApplied: 'step',
  OperationDelayed: 'step',
  ReconciliationRequested: 'step',
} as const satisfies Record<Exclude<PorticoEvent['type'], HistoryType>, 'no API' | 'outcome' | 'step'>;
