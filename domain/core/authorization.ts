import { type Actor, hasRole } from './actor.ts';

/** What a condition may look at. Each field is there only where the thing has it. */
export type Resource = Readonly<{
  /** The application that the API belongs to. */
  applicationId?: number | null;
  /** The organization that owns the thing. */
  organizationId?: number;
  /** Whether that organization is external. */
  organizationExternal?: boolean;
  /** Whether the actor's organization has access to the API or event category (`domain/access`). */
  granted?: boolean;
  /** Whether the application's maintainers decide about access to its APIs. */
  maintainersDecide?: boolean;
  userId?: number;
  /** Which API it is about. No condition looks at it; an explanation names the API. */
  apiId?: number;
}>;

type Holds = (actor: Actor, resource: Resource) => boolean;

/** What conditions are made of. The table decides by them, and `domain/why-not` explains by them. */
export const facts = {
  /** Of an internal organization. */
  internal: (actor) => !actor.organizationExternal,
  portalAdmin: (actor) => hasRole(actor, 'ROLE_PORTAL_ADMIN'),
  gatewayAdmin: (actor) => hasRole(actor, 'ROLE_KONG_ADMIN'),
  support: (actor) => hasRole(actor, 'ROLE_SUPPORT'),
  auditor: (actor) => hasRole(actor, 'ROLE_AUDITOR'),
  companyAdmin: (actor) => hasRole(actor, 'ROLE_COMPANY_ADMIN'),
  /** A company administrator or user. */
  member: (actor) => hasRole(actor, 'ROLE_COMPANY_ADMIN', 'ROLE_COMPANY_USER'),
  /** A company user who does not administer the company. */
  onlyUser: (actor) => hasRole(actor, 'ROLE_COMPANY_USER') && !hasRole(actor, 'ROLE_COMPANY_ADMIN'),
  maintainer: (actor, { applicationId }) => applicationId != null && actor.ownerApps.includes(applicationId),
  ownOrganization: (actor, { organizationId }) =>
    organizationId !== undefined && actor.organizationId === organizationId,
  /** The thing belongs to an internal organization. */
  ofInternal: (_actor, { organizationExternal }) => organizationExternal === false,
  granted: (_actor, { granted }) => granted === true,
  /** Switched on at the application. */
  maintainersDecide: (_actor, { maintainersDecide }) => maintainersDecide === true,
  self: (actor, { userId }) => userId === actor.userId,
} satisfies Record<string, Holds>;

export type Fact = keyof typeof facts;

/** The conditions that the table below names. A condition is true when all of its facts are. */
export const conditions = {
  /** Also somebody who is not signed in. */
  anyone: [],
  signedIn: [],
  internal: ['internal'],
  portalAdmin: ['portalAdmin'],
  gatewayAdmin: ['gatewayAdmin'],
  support: ['support'],
  /** Support staff of a partner help only their own company. */
  internalSupport: ['support', 'internal'],
  supportOfIt: ['support', 'ownOrganization'],
  auditor: ['auditor'],
  /** An auditor of an internal organization. An external one audits only their own company. */
  internalAuditor: ['auditor', 'internal'],
  auditorOfIt: ['auditor', 'ownOrganization'],
  /** Of any company. */
  companyAdmin: ['companyAdmin'],
  /** A company administrator or user of any company. */
  member: ['member'],
  maintainer: ['maintainer'],
  /** A maintainer of the API's application, where its maintainers decide about access. */
  decidingMaintainer: ['maintainer', 'maintainersDecide'],
  /** A maintainer of the API, where the key belongs to an internal organization. */
  maintainerForInternal: ['maintainer', 'ofInternal'],
  ownOrganization: ['ownOrganization'],
  companyAdminOfIt: ['companyAdmin', 'ownOrganization'],
  memberOfIt: ['member', 'ownOrganization'],
  internalMemberOfIt: ['member', 'ownOrganization', 'internal'],
  portalAdminOfIt: ['portalAdmin', 'ownOrganization'],
  /** A company administrator or user whose organization has access to the API. */
  grantedOrganization: ['member', 'granted'],
  grantedMemberOfIt: ['member', 'ownOrganization', 'granted'],
  /** A company user of an internal organization who does not administer it. */
  internalUserOfIt: ['onlyUser', 'ownOrganization', 'internal'],
  self: ['self'],
} satisfies Record<string, readonly Fact[]>;

export type Condition = keyof typeof conditions;

/** Returns the facts of a condition. */
export const factsOf = (condition: Condition): readonly Fact[] => conditions[condition];

/**
 * The authorization table (requirement B1). An action is allowed when one of its conditions is true; an action that is
 * not listed is refused. docs/product/roles.md says in words who may do what.
 */
export const authorizationTable = {
  'session.use': ['signedIn'],
  'user.read': ['self', 'portalAdmin', 'companyAdminOfIt'],
  'user.change-own': ['self'],
  'user.list': ['portalAdmin', 'companyAdminOfIt'],
  'user.export': ['portalAdmin'],
  /** Add, invite, change, disable and enable. Of a team, only people without roles beyond it (`domain/user/manage.ts`). */
  'user.manage': ['portalAdmin', 'companyAdminOfIt'],
  /** Move to another organization and give roles beyond a company, delete, erase. */
  'user.administer': ['portalAdmin'],
  /** Its rows name the portal's administrators, so no auditor of a partner reads it. */
  'role-change.list': ['portalAdmin', 'internalAuditor'],
  /** Nobody, not even an administrator, reads another person's notices and requests. */
  'notice.list': ['self'],
  'notice.read': ['self'],
  'own-request.list': ['self'],
  /** What waits for one's own decision. Which kinds: the action that decides each. */
  'inbox.list': ['signedIn'],
  'issue.report': ['signedIn'],
  /** For the application that an issue names. */
  'issue.about': ['ownOrganization', 'maintainer', 'portalAdmin'],
  'issue.list': ['support', 'portalAdmin'],
  'issue.close': ['support', 'portalAdmin'],
  'organization.list': ['signedIn'],
  /** A partner does not see the whole list, because it is a list of customers. */
  'organization.list-all': ['internal', 'portalAdmin', 'gatewayAdmin'],
  /** The cards of all organizations. */
  'organization.search': ['portalAdmin'],
  'organization.read': ['ownOrganization', 'portalAdmin'],
  'organization.save': ['portalAdmin'],
  /** Deactivate and activate. */
  'organization.switch': ['internalUserOfIt', 'portalAdmin'],
  'organization.request-deletion': ['internalUserOfIt', 'portalAdmin'],
  /** The rules refuse everybody but the requester. */
  'organization.withdraw-deletion': ['internalUserOfIt', 'portalAdmin'],
  /** The rules refuse that the requester decides. */
  'organization.decide-deletion': ['portalAdmin'],
  'organization.list-deletions': ['portalAdmin'],
  'organization.check': ['portalAdmin'],
  'application.list': ['signedIn'],
  'application.list-all': ['portalAdmin', 'gatewayAdmin'],
  /** Gateway administrators may change any, so they read all. */
  'application.read': ['ownOrganization', 'maintainer', 'portalAdmin', 'gatewayAdmin'],
  /** The company administrator of an external organization adds applications. Only owners change those. */
  'application.add': ['internalMemberOfIt', 'companyAdminOfIt', 'portalAdmin', 'gatewayAdmin'],
  /** People of an internal organization look after its applications together. */
  'application.change': ['maintainer', 'internalMemberOfIt', 'portalAdmin', 'gatewayAdmin'],
  /** The form's call, before it is known whether it adds or changes. */
  'application.save': ['maintainer', 'internalMemberOfIt', 'companyAdminOfIt', 'portalAdmin', 'gatewayAdmin'],
  /** To let its maintainers decide about access to its APIs, and to end that. */
  'application.let-decide': ['maintainer', 'portalAdmin'],
  /** To choose the organization of an application. */
  'application.move': ['portalAdmin', 'gatewayAdmin'],
  /** The same people, but no gateway administrator: a deletion takes the APIs along. */
  'application.delete': ['maintainer', 'internalMemberOfIt', 'portalAdmin'],
  'business-area.list': ['signedIn'],
  'business-area.save': ['portalAdmin'],
  'business-area.remove': ['portalAdmin'],
  'business-area.history': ['portalAdmin'],
  'event-topic.list': ['portalAdmin'],
  /** Its address, and what is set for it. */
  'event-topic.read': ['portalAdmin', 'grantedMemberOfIt'],
  'event-topic.save': ['portalAdmin'],
  'event-topic.remove': ['portalAdmin'],
  'event-topic.history': ['portalAdmin'],
  /** Its last messages. Recorded before they are shown. */
  'event-topic.look': ['portalAdmin', 'grantedMemberOfIt'],
  /** Whoever may change its category. */
  'event-topic.send-test': ['portalAdmin'],
  /** Of one's own organization. */
  'event-subscription.list': ['signedIn'],
  'event-subscription.list-all': ['portalAdmin'],
  'event-subscription.save': ['portalAdmin'],
  'event-subscription.remove': ['portalAdmin'],
  /** Recorded before the password is shown. */
  'event-subscription.reveal': ['memberOfIt', 'portalAdmin'],
  'event-subscription.history': ['portalAdmin'],
  /** How far its readers are behind. */
  'event-subscription.lag': ['memberOfIt', 'portalAdmin'],
  'event-category.list': ['signedIn'],
  'event-category.save': ['portalAdmin'],
  'event-category.remove': ['portalAdmin'],
  'event-category.history': ['portalAdmin'],
  /** Nobody needs a session to ask for an account. */
  'registration.request': ['anyone'],
  'registration.list': ['portalAdmin'],
  'registration.decide': ['portalAdmin'],
  /** The requests of one organization's queue (docs/product/sign-up.md). */
  'registration.list-own': ['companyAdminOfIt', 'portalAdmin'],
  'registration.decide-own': ['companyAdminOfIt', 'portalAdmin'],
  'api.list': ['signedIn'],
  'api.read': ['signedIn'],
  'api.publish': ['maintainer', 'portalAdmin'],
  'api.delete': ['maintainer', 'portalAdmin'],
  'spec.lint': ['signedIn'],
  'deployment.list': ['maintainer', 'portalAdmin', 'gatewayAdmin', 'memberOfIt', 'grantedOrganization'],
  'deployment.read': ['maintainer', 'portalAdmin', 'gatewayAdmin'],
  /** The "Kong config" in a deployment's row: its objects on the gateway. */
  'deployment.gateway-config': ['portalAdmin', 'gatewayAdmin'],
  'deployment.request': ['maintainer', 'portalAdmin'],
  'deployment.remove': ['maintainer', 'portalAdmin'],
  /** Which environment a new deployment is for. */
  'deployment.choose-environment': ['companyAdmin', 'portalAdmin'],
  'deployment.transform-response': ['portalAdmin'],
  /** Requests for a second person's approval: those about one's applications and one's own, or all. */
  'approval.list': ['signedIn'],
  'approval.list-all': ['portalAdmin'],
  'approval.read': ['maintainer', 'portalAdmin', 'self'],
  /** Requests for replays, whoever asked. Without the difference for those who may not open the deployments. */
  'approval.read-replay': ['support', 'portalAdmin'],
  /** Whoever may request the same. The rules refuse that the requester decides. */
  'approval.decide': ['maintainer', 'portalAdmin'],
  'approval.withdraw': ['self'],
  /** Which environments are changed by two people. The deploy form says so. */
  'approval-rule.read': ['signedIn'],
  'approval-rule.set': ['portalAdmin'],
  /** All deployments and keys at once: only for roles that may read each of them. */
  'overview.list': ['portalAdmin', 'gatewayAdmin'],
  'consumer.list': ['ownOrganization', 'maintainer', 'portalAdmin', 'gatewayAdmin'],
  'consumer.add': ['grantedMemberOfIt', 'maintainerForInternal', 'portalAdmin', 'gatewayAdmin'],
  /** Nickname, rate limit, rotation. */
  'consumer.change': ['maintainerForInternal', 'companyAdminOfIt', 'portalAdmin'],
  /** The rate limit of a key, or of an organization's keys, is set by those who run the API, and by the portal. */
  'consumer.limit': ['maintainer', 'portalAdmin'],
  /** Changes a key's calls before they reach the API, and the API trusts the changes. */
  'consumer.transform': ['maintainer', 'portalAdmin', 'gatewayAdmin'],
  'consumer.remove': ['maintainerForInternal', 'companyAdminOfIt', 'portalAdmin'],
  'consumer.reveal': ['memberOfIt', 'maintainerForInternal', 'portalAdmin'],
  /** Calls with a key of one's own organization only. The key stays in the portal. */
  'consumer.try': ['memberOfIt', 'portalAdminOfIt'],
  'access.request': ['memberOfIt', 'portalAdmin'],
  /** The access requests and grants of one organization. */
  'access.read': ['ownOrganization', 'portalAdmin'],
  /** All of it, or that to the APIs about which one decides. */
  'access.list': ['portalAdmin', 'decidingMaintainer'],
  /** The rules refuse that people decide about what they asked for themselves. */
  'access.decide': ['portalAdmin', 'decidingMaintainer'],
  'access.change-end': ['portalAdmin', 'decidingMaintainer'],
  'access.revoke': ['portalAdmin', 'decidingMaintainer'],
  /** Who saw which key's secret, and who deleted which API. An external auditor reads their own company's part. */
  'record.list': ['portalAdmin', 'auditor'],
  'record.list-all': ['portalAdmin', 'internalAuditor'],
  /** Rounds in which access, keys and roles are confirmed: all, or the own company's part. */
  'review-round.list': ['portalAdmin', 'auditor', 'companyAdmin'],
  'review-round.list-all': ['portalAdmin', 'internalAuditor'],
  /** An external auditor has their own company reviewed. */
  'review-round.start': ['internalAuditor', 'auditorOfIt'],
  /** The organization is that of whoever started the round. */
  'review-round.close': ['internalAuditor', 'auditorOfIt'],
  /** The organization is that of the line. The rules refuse that people decide about their own role. */
  'review-round.decide': ['portalAdmin', 'companyAdminOfIt'],
  /** Who did what to which thing, from where. All of it, or what concerns the own organization. */
  'audit.list': ['portalAdmin', 'auditor', 'companyAdmin'],
  'audit.list-all': ['portalAdmin', 'internalAuditor'],
  /** Company admins and users see the card "CodeGen"; maintainers and administrators may generate too. */
  'code.generate': ['member', 'maintainer', 'portalAdmin', 'gatewayAdmin'],
  /** Generated code is only for the person who requested it. */
  'code.download': ['self'],
  /** Everybody reads the API's own history and that of their organization's keys for it. */
  'history.list': ['signedIn'],
  'history.list-all': ['maintainer', 'portalAdmin', 'gatewayAdmin', 'internalAuditor', 'support'],
  'desk-case.hand-over': ['support', 'portalAdmin'],
  'desk-case.mute': ['support', 'portalAdmin'],
  'operation.list': ['support', 'portalAdmin'],
  /**
   * The organization is that of the key, else of the API or application that the operation is about, not of whoever
   * requested it. Besides its maintainers and support, the person who requested it reads it.
   */
  'operation.read': ['ownOrganization', 'maintainer', 'support', 'portalAdmin', 'gatewayAdmin', 'self'],
  'operation.cancel': ['support', 'portalAdmin'],
  'operation.replay': ['support', 'portalAdmin'],
  'resource.list': ['signedIn'],
  /** With properties and certificates, and who may use it. */
  'resource.read': ['portalAdmin'],
  /** Add, change, test and remove; certificates; who may use it. */
  'resource.save': ['portalAdmin'],
  /** Which gateways do not respond, and how many operations wait for them. */
  'resource.outages': ['portalAdmin', 'gatewayAdmin', 'support'],
  /** The list of first steps in a new installation, and dismissing it. */
  'setup.read': ['portalAdmin'],
  'setup.dismiss': ['portalAdmin'],
  /** What the portal could not read of its own log. */
  'parked-stream.list': ['portalAdmin'],
  /** Whether somebody altered the log. */
  'log-verification.read': ['portalAdmin', 'internalAuditor'],
  /** To have all of it verified now. */
  'log-verification.request': ['portalAdmin', 'internalAuditor'],
  /** The report of consumers: the keys of the own organization, or all. */
  'consumer.report': ['signedIn'],
  'consumer.report-all': ['portalAdmin', 'gatewayAdmin'],
  /** Gateways with all that they hold, whoever made it. */
  'gateway-object.read': ['gatewayAdmin'],
  'gateway-object.change': ['gatewayAdmin'],
  /** What of the deployments is not on their gateways as it was applied, and the answers to it. */
  'difference.read': ['gatewayAdmin'],
  'difference.answer': ['gatewayAdmin'],
  /** The same of topics, users and rights at Kafka. */
  'kafka-difference.read': ['portalAdmin'],
  'kafka-difference.answer': ['portalAdmin'],
  /** The inbox of both. */
  'drift.read': ['gatewayAdmin', 'portalAdmin'],
  'drift.answer': ['gatewayAdmin', 'portalAdmin'],
  /** Why one may not do something oneself. */
  'why-not.ask': ['signedIn'],
  /** Why somebody else may not. */
  'why-not.ask-for': ['portalAdmin', 'internalSupport', 'supportOfIt'],
  'request.list': ['signedIn'],
  'request.list-all': ['portalAdmin', 'gatewayAdmin'],
} satisfies Record<string, readonly Condition[]>;

export type Action = keyof typeof authorizationTable;

/** Returns whether the table allows this action on this resource. */
export const may = (actor: Actor, action: Action, resource: Resource = {}): boolean =>
  authorizationTable[action].some((name) => factsOf(name).every((fact) => facts[fact](actor, resource)));

/** Returns whether an action needs no session. */
export const isForAnyone = (action: Action): boolean =>
  (authorizationTable[action] as readonly string[]).includes('anyone');

/** Returns whether the table allows this action on any resource at all. Used before the resource is known. */
export const mayAnything = (actor: Actor, action: Action): boolean =>
  may(actor, action, {
    applicationId: actor.decidingApps?.[0] ?? actor.ownerApps[0] ?? null,
    maintainersDecide: (actor.decidingApps?.length ?? 0) > 0,
    organizationId: actor.organizationId,
    organizationExternal: false,
    granted: true,
    userId: actor.userId,
  });
