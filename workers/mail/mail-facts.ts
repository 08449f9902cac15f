import type { ApprovalKind } from '#domain/approval/schema.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import type { MailKind } from '#domain/mail/subject.ts';
import { fullNameOf } from '#domain/user/full-name.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import type { Database } from '#platform/database.ts';
import { SupersededError, UnreachableError } from '../engine/run.ts';
import { waitingFor } from './administrators.ts';
import { decisionFacts } from './decision-facts.ts';
import { handedOverFacts } from './desk-facts.ts';
import { lookFacts, mostNamed } from './look-facts.ts';
import type { MailWords } from './mail-text.ts';
import { isPortalAdministrator, nameOf, personOf } from './names.ts';
import { screens } from './screens.ts';
import type { TextKind } from './text-kind.ts';

/** Kinds of mails that tell about one event. */
export type NewsKind = Exclude<MailKind, 'digest'>;

type Cause<Type extends PorticoEvent['type']> = RecordedEvent<Extract<PorticoEvent, { type: Type }>>;

/**
 * The values in a mail's texts, and the path of the screen that it leads to.
 *
 * @property pathOfAll where a mail about several such things leads to. Default: to the first.
 * @property text      another text than that of its kind.
 */
export type MailFacts = Readonly<{
  parameters: Readonly<Record<string, string>>;
  path: string;
  pathOfAll?: string;
  text?: TextKind;
}>;

/** The input of facts. `readerId` is the recipient's user, or the registration of a person without an account. */
export type Sources = Readonly<{ words: MailWords; database: Database; readerId: number }>;

/** A function that returns the facts of a mail of one kind, from the event that the mail is about. */
type FactsOf<Type extends PorticoEvent['type']> = (
  cause: Cause<Type>,
  sources: Sources,
) => MailFacts | Promise<MailFacts>;

/** @param types the events that such a mail may be about. */
const about = <const Type extends PorticoEvent['type']>(types: readonly Type[], facts: FactsOf<Type>) => ({
  types,
  facts,
});

/** So many APIs are named in a mail. */
const namedApis = 10;

/** Names the administrator who asked or decided, and the organization. */
const deletionFacts = async (
  {
    data,
    meta,
  }: Cause<'OrganizationDeletionRequested' | 'OrganizationDeletionApproved' | 'OrganizationDeletionDenied'>,
  { database }: Sources,
): Promise<MailFacts> => ({
  parameters: {
    person: await personOf(database, meta.actor.userId),
    organization: await nameOf(database, 'organization', data.organizationId),
  },
  path: screens.deletion(data.requestId),
});

/** Names the organization that may be deleted, and its APIs that the reader's organization may call. */
const losingFacts = async (organizationId: number, { database, readerId }: Sources): Promise<MailFacts> => {
  const { rows } = await database.query<{ name: string }>(
    `select a.name from apis a join users u on u.id = $2
     where a.organization_id = $1 and (
       exists (select from access_grants g
               where g.api_id = a.id and g.organization_id = u.organization_id and g.revoked_at is null)
       or exists (select from consumers c where c.api_id = a.id and c.organization_id = u.organization_id))
     order by fold_text(a.name) collate "und-x-icu", a.id limit ${namedApis + 1}`,
    [organizationId, readerId],
  );
  const named = rows.slice(0, namedApis).map(({ name }) => name);
  return {
    parameters: {
      organization: await nameOf(database, 'organization', organizationId),
      apis: [...named, ...(rows.length > namedApis ? ['…'] : [])].join('\n'),
    },
    path: screens.gallery,
  };
};

type OfApi =
  | 'ApiAccessRequested'
  | 'ApiAccessApproved'
  | 'ApiAccessDenied'
  | 'ApiAccessGranted'
  | 'ApiAccessEnding'
  | 'ApiAccessRevoked';
type OfCategory =
  | 'EventAccessRequested'
  | 'EventAccessApproved'
  | 'EventAccessDenied'
  | 'EventAccessEnding'
  | 'EventAccessRevoked';

/** Names who asked or decided, the organization, and the API or event category, which has texts of its own. */
const accessFacts = async (
  { data, meta }: Cause<OfApi | OfCategory>,
  { database }: Sources,
): Promise<Readonly<{ parameters: MailFacts['parameters']; isEvent: boolean; path: string }>> => {
  const isEvent = 'eventCategoryId' in data;
  const about = isEvent
    ? { category: await nameOf(database, 'event-category', data.eventCategoryId) }
    : { api: await nameOf(database, 'api', data.apiId) };
  return {
    parameters: {
      person: await personOf(database, meta.actor.userId),
      organization: await nameOf(database, 'organization', data.organizationId),
      ...about,
    },
    isEvent,
    path: isEvent ? screens.eventCategory(data.eventCategoryId) : screens.api(data.apiId),
  };
};

/** @param more what the mail says besides. @param path where it leads to. Default: to the API or event category. */
const aboutAccess = async (
  kind:
    | 'access-asked'
    | 'access-approved'
    | 'access-approved-until'
    | 'access-denied'
    | 'access-ends'
    | 'access-revoked',
  cause: Cause<OfApi | OfCategory>,
  sources: Sources,
  { path, ...more }: Readonly<{ path?: string; reason?: string; note?: string; day?: string }> = {},
): Promise<MailFacts> => {
  const facts = await accessFacts(cause, sources);
  return {
    parameters: { ...facts.parameters, ...more },
    path: path ?? facts.path,
    text: facts.isEvent ? `event-${kind}` : kind,
  };
};

/**
 * Returns the facts about a new request, or about all waiting requests if there are several: one mail for many.
 *
 * @throws SupersededError when no new request waits any more.
 */
const reviewFacts = async (
  { data }: Cause<'RegistrationRequested'>,
  { database, readerId }: Sources,
): Promise<MailFacts> => {
  const all = await isPortalAdministrator(database, readerId);
  const { total, fresh, newest } = await waitingFor(database, readerId, data.registrationId);
  if (fresh === 0) throw new SupersededError();
  if (fresh === 1 && newest[0]?.id === data.registrationId)
    return {
      parameters: { person: fullNameOf(data.firstname, data.lastname), company: data.company },
      path: screens.review(data.registrationId, { all }),
    };
  const lines = newest.map(({ firstname, lastname, company }) => `${fullNameOf(firstname, lastname)}, ${company}`);
  return {
    text: 'requests-waiting',
    parameters: { count: String(total), requests: [...lines, ...(total > lines.length ? ['…'] : [])].join('\n') },
    path: screens.reviews({ all }),
  };
};

type Change = Readonly<{
  kind: ApprovalKind;
  enables: boolean;
  name: string | null;
  change: string | null;
  note: string;
}>;

/** Returns what is changed, in words. A mail stays in its mailbox, so it does not name whoever is to be erased. */
const changeIn = ({ kind, enables, name, change }: Change, words: MailWords): string => {
  if (kind === 'administrator') return words.change(enables ? 'enabled' : 'administrator', name ?? '');
  if (kind === 'erasure' || kind === 'people-rule') return words.change(kind, '');
  return change ?? '';
};

/** Names who asked or decided, and what is changed: a deployment, an environment's rule, or a person. */
const approvalFacts = async (
  { data: { approvalId }, meta }: Cause<'ApprovalRequested' | 'ApprovalGiven' | 'ApprovalDenied' | 'ApprovalLapsed'>,
  { database, words }: Sources,
): Promise<MailFacts> => {
  const { rows } = await database.query<Change>(
    `select kind, enables, note, trim(users.firstname || ' ' || users.lastname) as name,
       environment || case when context_path = '' then '' else ' · /' || context_path ||
         case environment when 'PROD' then '' else '-' || lower(environment) end end as change
     from approvals left join users on users.id = approvals.user_id where approvals.id = $1`,
    [approvalId],
  );
  const [found] = rows;
  if (!found) throw new UnreachableError({ code: 'portal.unavailable' });
  const person = await personOf(database, meta.actor.userId);
  return {
    parameters: { person, change: changeIn(found, words), note: found.note },
    path: screens.approval(approvalId),
  };
};

/**
 * Names the day until which a review is to be decided. Whoever started it reads that it was due, and what can be done. @throws SupersededError when it
 * is closed.
 */
const reviewRoundFacts = async (
  { data }: Cause<'ReviewRoundStarted' | 'ReviewRoundDue'>,
  { words, database, readerId }: Sources,
): Promise<MailFacts> => {
  const closed = 'select from review_rounds where id = $1 and closed_at is not null';
  const { rowCount } = await database.query(closed, [data.reviewRoundId]);
  if (rowCount !== 0) throw new SupersededError();
  const isStarter = 'days' in data && data.startedBy === readerId;
  return {
    parameters: { day: words.day(data.dueAt) },
    path: screens.reviewRound(data.reviewRoundId, { mine: !isStarter }),
    ...(isStarter && { text: 'review-overdue' as const }),
  };
};

/** The events and the facts of each kind. */
const kinds = {
  welcome: about(['RegistrationRequested'], () => ({ parameters: {}, path: screens.guide })),
  'request-received': about(['RegistrationRequested'], reviewFacts),
  'request-approved': about(['RegistrationApproved'], async ({ data }, { database }) => ({
    parameters: { organization: await nameOf(database, 'organization', data.organizationId) },
    path: screens.gallery,
  })),
  'request-denied': about(['RegistrationDenied'], ({ data }) => ({
    parameters: { reason: data.reason },
    path: screens.landing,
  })),
  'address-corrected': about(['RegistrationApprovalBegun'], async ({ data }, { database }) => ({
    parameters: { email: data.email, organization: await nameOf(database, 'organization', data.organizationId) },
    path: screens.landing,
  })),
  invited: about(['UserInvited'], async ({ data, meta }, { words, database }) => ({
    parameters: {
      person: await personOf(database, meta.actor.userId),
      organization: await nameOf(database, 'employer', data.userId),
      day: words.day(data.expiresAt),
    },
    path: screens.gallery,
  })),
  'roles-changed': about(['UserRolesChanged'], ({ data }, { words }) => ({
    parameters: { roles: words.roles(data.to) },
    path: screens.profile,
  })),
  disabled: about(['UserDisabled'], () => ({ parameters: {}, path: screens.landing })),
  'deletion-asked': about(['OrganizationDeletionRequested'], deletionFacts),
  'deletion-approved': about(['OrganizationDeletionApproved'], deletionFacts),
  'deletion-denied': about(['OrganizationDeletionDenied'], deletionFacts),
  'access-ending': about(['OrganizationDeletionRequested'], ({ data }, sources) =>
    losingFacts(data.organizationId, sources),
  ),
  'access-stays': about(['OrganizationDeletionDenied', 'OrganizationDeletionWithdrawn'], ({ data }, sources) =>
    losingFacts(data.organizationId, sources),
  ),
  'access-asked': about(['ApiAccessRequested', 'EventAccessRequested'], (cause, sources) =>
    aboutAccess('access-asked', cause, sources, { reason: cause.data.reason, path: screens.accessRequests }),
  ),
  'access-approved': about(['ApiAccessApproved', 'EventAccessApproved'], (cause, sources) =>
    cause.data.endsAt === undefined
      ? aboutAccess('access-approved', cause, sources, { note: cause.data.note })
      : aboutAccess('access-approved-until', cause, sources, {
          note: cause.data.note,
          day: sources.words.day(cause.data.endsAt),
        }),
  ),
  'access-denied': about(['ApiAccessDenied', 'EventAccessDenied'], (cause, sources) =>
    aboutAccess('access-denied', cause, sources, { note: cause.data.note }),
  ),
  'access-revoked': about(['ApiAccessRevoked', 'EventAccessRevoked'], (cause, sources) =>
    aboutAccess('access-revoked', cause, sources, cause.type === 'ApiAccessRevoked' ? { path: screens.gallery } : {}),
  ),
  'access-ends': about(['ApiAccessEnding', 'EventAccessEnding'], (cause, sources) =>
    aboutAccess('access-ends', cause, sources, { day: sources.words.day(cause.data.endsAt) }),
  ),
  'access-given': about(['ApiAccessGranted'], async (cause, sources) => {
    const { parameters, path } = await accessFacts(cause, sources);
    return { parameters, path };
  }),
  'access-taken': about(['ApiAccessRevoked'], async (cause, sources) => {
    const { parameters, path } = await accessFacts(cause, sources);
    return { parameters, path };
  }),
  'organization-deleted': about(['OrganizationDeletionApproved'], async ({ data, meta }, { database }) => ({
    parameters: {
      person: await personOf(database, meta.actor.userId),
      organization: await nameOf(database, 'organization', data.organizationId),
    },
    path: screens.gallery,
  })),
  'application-deleted': about(['ApplicationDeletionRequested'], async ({ data, meta }, { database }) => ({
    parameters: {
      person: await personOf(database, meta.actor.userId),
      application: await nameOf(database, 'application', data.applicationId),
    },
    path: screens.gallery,
  })),
  'api-deleted': about(['ApiDeletionRequested'], async ({ data, meta }, { database }) => ({
    parameters: {
      person: await personOf(database, meta.actor.userId),
      api: await nameOf(database, 'api', data.apiId),
    },
    path: screens.gallery,
  })),
  'deployment-removed': about(['UndeploymentRequested'], async ({ data, meta }, { database }) => ({
    parameters: {
      person: await personOf(database, meta.actor.userId),
      api: await nameOf(database, 'api', data.apiId),
      deployment: await nameOf(database, 'deployment', data.deploymentId),
    },
    path: screens.api(data.apiId),
  })),
  'key-removed': about(['ConsumerRemovalRequested'], async ({ data, meta }, { database }) => ({
    parameters: {
      person: await personOf(database, meta.actor.userId),
      api: await nameOf(database, 'api', data.apiId),
      key: await nameOf(database, 'key', data.consumerId),
    },
    path: screens.api(data.apiId),
    ...(data.endsAt !== undefined && { text: 'key-expired' as const }),
  })),
  'protection-lost': about(['ProtectionLost'], (cause, sources) => lookFacts(cause, sources, 'protection_losses')),
  'foreign-object': about(['ForeignObjectFound'], (cause, sources) => lookFacts(cause, sources, 'foreign_objects')),
  'certificate-ends': about(
    ['CertificatesEnding'],
    async ({ data: { gatewayId, certificates } }, { words, database }) => {
      const lines = certificates.slice(0, mostNamed).map(({ name, expiresAt }) => `${name}: ${words.day(expiresAt)}`);
      return {
        parameters: {
          gateway: await nameOf(database, 'gateway', gatewayId),
          certificates: [...lines, ...(certificates.length > lines.length ? ['…'] : [])].join('\n'),
        },
        path: screens.certificates(gatewayId),
      };
    },
  ),
  'kafka-rights': about(['KafkaRightsFound'], async ({ data: { kafkaEnvId, rights } }, { database }) => {
    const lines = rights.slice(0, mostNamed).map(({ name }) => name);
    return {
      parameters: {
        kafka: await nameOf(database, 'gateway', kafkaEnvId),
        rights: [...lines, ...(rights.length > lines.length ? ['…'] : [])].join('\n'),
      },
      path: screens.drift(kafkaEnvId),
    };
  }),
  'decision-due': about(['DecisionReminded'], decisionFacts),
  'decision-overdue': about(['DecisionOverdue'], decisionFacts),
  'handed-over': about(['DeskCaseHandedOver'], handedOverFacts),
  'log-altered': about(['LogVerified', 'LogVerificationCompleted'], ({ data }) => ({
    parameters: {
      count: String(data.findings || data.rows),
      first: 'first' in data ? (data.first ?? '') : '',
    },
    path: screens.audit,
    ...(data.findings === 0 ? { text: 'rows-changed' as const } : {}),
  })),
  'approval-asked': about(['ApprovalRequested'], approvalFacts),
  'approval-given': about(['ApprovalGiven'], approvalFacts),
  'approval-denied': about(['ApprovalDenied'], approvalFacts),
  'approval-lapsed': about(['ApprovalLapsed'], approvalFacts),
  'review-started': about(['ReviewRoundStarted'], reviewRoundFacts),
  'review-due': about(['ReviewRoundDue'], reviewRoundFacts),
  'key-ends': about(['CredentialRotationRequested', 'KeyEnding'], async ({ data }, { words, database }) => {
    const api = await nameOf(database, 'api', data.apiId);
    const path = screens.api(data.apiId);
    if ('until' in data) return { parameters: { api, day: words.day(data.until) }, path };
    const { rowCount } = await database.query(
      `select from consumers where id = $1 and ends_at = $2 and state <> 'removing'`,
      [data.consumerId, data.endsAt],
    );
    // It is gone, or has another end.
    if (rowCount === 0) throw new SupersededError();
    const key = await nameOf(database, 'key', data.consumerId);
    return { parameters: { api, key, day: words.day(data.endsAt) }, path, text: 'key-expires' };
  }),
} satisfies Record<NewsKind, unknown>;

/** Returns the facts of a mail; undefined if mails of the kind are not about such an event. */
export const factsOf = async (
  kind: NewsKind,
  cause: RecordedEvent<PorticoEvent>,
  sources: Sources,
): Promise<MailFacts | undefined> => {
  const { types, facts } = kinds[kind];
  // The types can't express that each kind gets its own event.
  return (types as readonly string[]).includes(cause.type)
    ? await (facts as FactsOf<PorticoEvent['type']>)(cause, sources)
    : undefined;
};
