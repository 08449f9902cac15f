import type { EventActor } from '#domain/core/event.ts';
import type { Role } from '#domain/core/role.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { plainOrganization } from '#domain/organization/details.ts';
import { randomId } from '#platform/uuid.ts';
import { configOf, credentialsOf, specOf } from '#test/world/sample-events.ts';
import type { NewStream } from './append-many.ts';

/** So many of each. Together they make 1,000,000 events. */
export const sizes = {
  organizations: 10_000,
  users: 100_000,
  applications: 20_000,
  apis: 20_000,
  deployments: 5_000,
  keys: 12_000,
  registrations: 30_000,
  accessRequests: 20_000,
} as const;

/** The organization whose dock is measured owns the first APIs, and has the first keys. */
export const largest = { organizationId: 1, apis: 200, keys: 2_000 } as const;

const words = ['pay', 'ship', 'track', 'stock', 'quote', 'claim', 'ledger', 'route'];
const names = ['Ada', 'Bela', 'Cleo', 'Dara', 'Emil', 'Fina', 'Goran', 'Hila', 'Ines', 'Jona', 'Kira'];
const pick = <Value>(values: readonly Value[], number: number): Value => values[number % values.length] as Value;

const begin = Date.parse('2026-01-01T00:00:00Z');
const organizationOf = (number: number) => 1 + (number % sizes.organizations);
/** Every twentieth person works for the first organization. */
const employerOf = (userId: number) => (userId % 20 === 0 ? 1 : organizationOf(userId));
const emailOf = (userId: number) => `person-${userId}@company-${employerOf(userId)}.example`;
const nameOf = (number: number) => ({
  firstname: pick(names, number),
  lastname: `${pick(words, number + 3)}man ${(number * 7_919) % 100_003}`,
});

const actorOf = (userId: number): EventActor => ({
  userId,
  organizationId: employerOf(userId),
  roles: ['ROLE_PORTAL_ADMIN'],
});

/** `number` decides who did it, and when. */
const streamOf = (stream: string, number: number, events: readonly PorticoEvent[]): NewStream => ({
  stream: `${stream}-${number}`,
  events: events.map((event) => ({ ...event, id: randomId() })),
  meta: {
    actor: actorOf(1 + (number % 1_000)),
    commandId: randomId(),
    correlationId: randomId(),
    time: new Date(begin + ((number * 7_907) % 20_000_000) * 1_000).toISOString(),
    client: { address: `192.0.2.${number % 250}`, userAgent: 'bench' },
  },
});

function* organizations(): Generator<NewStream> {
  for (let organizationId = 1; organizationId <= sizes.organizations; organizationId += 1) {
    const details = {
      ...plainOrganization,
      name: `${pick(words, organizationId)} company ${organizationId}`,
      external: organizationId % 4 === 0,
      description: `Makes ${pick(words, organizationId + 3)} things for everybody in place ${organizationId % 97}.`,
      contact: `${pick(names, organizationId)} Example`,
    };
    const request = { organizationId, requestId: organizationId, requestedBy: 2 };
    yield streamOf('organization', organizationId, [
      { type: 'OrganizationRegistered', data: { organizationId, ...details } },
      ...(organizationId % 10 === 3
        ? ([{ type: 'OrganizationDeletionRequested', data: request }] satisfies PorticoEvent[])
        : []),
      ...(organizationId % 20 === 3
        ? ([{ type: 'OrganizationDeletionDenied', data: request }] satisfies PorticoEvent[])
        : []),
    ]);
  }
}

const rolesOf = (userId: number): Role[] =>
  userId % 1_000 === 1 ? ['ROLE_PORTAL_ADMIN'] : userId % 10 === 0 ? ['ROLE_COMPANY_ADMIN'] : ['ROLE_COMPANY_USER'];

const visits = (userId: number): PorticoEvent[] =>
  ['a', 'b', 'c'].flatMap((session) => [
    { type: 'UserSignedIn', data: { userId, session } },
    { type: 'UserSignedOut', data: { userId, session, reason: 'idle' } },
  ]);

function* users(): Generator<NewStream> {
  for (let userId = 1; userId <= sizes.users; userId += 1) {
    const roles = rolesOf(userId);
    yield streamOf('user', userId, [
      {
        type: 'UserRegistered',
        data: { userId, organizationId: employerOf(userId), ...nameOf(userId), email: emailOf(userId), roles },
      },
      ...(userId % 20 === 7
        ? ([{ type: 'UserInvited', data: { userId, expiresAt: '2027-01-01T00:00:00.000Z' } }] satisfies PorticoEvent[])
        : visits(userId)),
      ...(userId % 4 === 2
        ? ([
            { type: 'UserRolesChanged', data: { userId, from: roles, to: [...roles, 'ROLE_AUDITOR'] } },
          ] satisfies PorticoEvent[])
        : []),
      ...(userId % 50 === 8 ? ([{ type: 'UserDisabled', data: { userId } }] satisfies PorticoEvent[]) : []),
      ...(userId % 50 === 9 ? ([{ type: 'UserDeleted', data: { userId } }] satisfies PorticoEvent[]) : []),
    ]);
  }
}

const isOfLargest = (apiId: number) => apiId <= largest.apis;

function* catalogue(): Generator<NewStream> {
  for (let applicationId = 1; applicationId <= sizes.applications; applicationId += 1)
    yield streamOf('application', applicationId, [
      {
        type: 'ApplicationRegistered',
        data: {
          applicationId,
          organizationId: organizationOf(applicationId),
          name: `${pick(words, applicationId)} application ${applicationId}`,
          description: 'For everybody who needs it.',
          external: applicationId % 3 === 0,
          owners: [applicationId, 1 + ((applicationId * 31) % sizes.users)],
        },
      },
    ]);
  for (let apiId = 1; apiId <= sizes.apis; apiId += 1)
    yield streamOf('api', apiId, [
      {
        type: 'ApiPublished',
        data: {
          apiId,
          organizationId: isOfLargest(apiId) ? largest.organizationId : organizationOf(apiId),
          applicationId: apiId,
          details: {
            name: `${pick(words, apiId)} ${apiId}`,
            description: `The ${pick(words, apiId + 3)} service.`,
            sourceRepo: '',
            businessAreaId: null,
          },
          spec: specOf('1.0.0'),
        },
      },
      ...(apiId > sizes.deployments && apiId % 5 === 0
        ? ([
            { type: 'ApiDeletionRequested', data: { apiId, operationId: randomId() } },
            { type: 'ApiDeleted', data: { apiId } },
          ] satisfies PorticoEvent[])
        : []),
    ]);
}

/** Each of the first APIs has one deployment, with its number. */
function* gatewayThings(): Generator<NewStream> {
  for (let deploymentId = 1; deploymentId <= sizes.deployments; deploymentId += 1) {
    const ids = { deploymentId, operationId: randomId() };
    const to = configOf({ name: `service-${deploymentId}`, contextPath: `path-${deploymentId}` });
    yield streamOf('deployment', deploymentId, [
      { type: 'DeploymentRequested', data: { ...ids, apiId: deploymentId, from: null, to } },
      { type: 'DeploymentApplied', data: ids },
    ]);
  }
  for (let consumerId = 1; consumerId <= sizes.keys; consumerId += 1) {
    const ids = { consumerId, operationId: randomId() };
    const isLargest = consumerId <= largest.keys;
    const apiId = 1 + (consumerId % (isLargest ? largest.apis : sizes.deployments));
    yield streamOf('consumer', consumerId, [
      {
        type: 'ConsumerRequested',
        data: {
          ...ids,
          deploymentId: apiId,
          apiId,
          organizationId: isLargest ? largest.organizationId : organizationOf(consumerId),
          nickname: `${pick(words, consumerId)} key ${consumerId}`,
          rateLimit: null,
          requestTransformer: null,
          credentials: credentialsOf(`bench-${consumerId}`),
          grantId: null,
        },
      },
      { type: 'ConsumerApplied', data: ids },
      ...Array.from(
        { length: 9 },
        (): PorticoEvent => ({ type: 'CredentialRevealed', data: { consumerId, secrets: [randomId()] } }),
      ),
    ]);
  }
}

/** Numbers of people who asked and have no account yet. */
const strangers = sizes.users;

function* requests(): Generator<NewStream> {
  for (let registrationId = 1; registrationId <= sizes.registrations; registrationId += 1) {
    const ids = { registrationId, userId: strangers + registrationId };
    const company = registrationId % 5 === 0 ? 1 : organizationOf(registrationId);
    const person = { ...nameOf(registrationId), email: `new-${registrationId}@company-${company}.example` };
    yield streamOf('registration', registrationId, [
      {
        type: 'RegistrationRequested',
        data: {
          ...ids,
          ...person,
          company: `${pick(words, company)} company ${company}`,
          phoneNumber: '',
          comments: '',
          termsVersion: '1',
        },
      },
      ...(registrationId % 3 === 0
        ? []
        : ([
            { type: 'RegistrationDenied', data: { ...ids, decidedBy: 1, reason: 'We do not know you.' } },
          ] satisfies PorticoEvent[])),
    ]);
  }
  for (let requestId = 1; requestId <= sizes.accessRequests; requestId += 1) {
    const pair = { apiId: 1 + (requestId % sizes.deployments), organizationId: organizationOf(requestId * 3) };
    const asked = { requestId, ...pair, requestedBy: 1 + (requestId % sizes.users) };
    yield streamOf(`access-${pair.apiId}-${pair.organizationId}-bench`, requestId, [
      { type: 'ApiAccessRequested', data: { ...asked, reason: `We need it for ${pick(words, requestId + 5)}.` } },
      ...(requestId % 10 === 0
        ? []
        : ([
            { type: 'ApiAccessApproved', data: { ...asked, note: '' } },
            { type: 'ApiAccessGranted', data: { grantId: requestId, ...pair, requestId } },
          ] satisfies PorticoEvent[])),
    ]);
  }
}

/** Makes the streams of many companies, in the order in which they depend on each other. */
export function* companies(): Generator<NewStream> {
  yield* organizations();
  yield* users();
  yield* catalogue();
  yield* gatewayThings();
  yield* requests();
}
