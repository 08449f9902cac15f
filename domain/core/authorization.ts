import { type Actor, hasRole } from './actor.ts';

/** What a rule may look at, as far as the thing has it. */
export type Resource = Readonly<{
  /** The application that the API belongs to. */
  applicationId?: number | null;
  /** The organization that owns the thing. */
  organizationId?: number;
  /** Whether that organization is external. */
  organizationExternal?: boolean;
  /** Whether the actor's organization has access to the API (`domain/access`). */
  granted?: boolean;
  userId?: number;
}>;

type Condition = (actor: Actor, resource: Resource) => boolean;

const isMaintainer: Condition = (actor, { applicationId }) =>
  applicationId != null && actor.ownerApps.includes(applicationId);
const isOwnOrganization: Condition = (actor, { organizationId }) =>
  organizationId !== undefined && actor.organizationId === organizationId;

const isMember: Condition = (actor, resource) =>
  hasRole(actor, 'ROLE_COMPANY_ADMIN', 'ROLE_COMPANY_USER') && isOwnOrganization(actor, resource);

/** The words of the table below. */
const conditions = {
  signedIn: () => true,
  /** A colleague: of no partner. */
  internal: (actor) => !actor.organizationExternal,
  portalAdmin: (actor) => hasRole(actor, 'ROLE_PORTAL_ADMIN'),
  gatewayAdmin: (actor) => hasRole(actor, 'ROLE_KONG_ADMIN'),
  support: (actor) => hasRole(actor, 'ROLE_SUPPORT'),
  /** A compliance reviewer of whoever runs the portal; one of another company has that company to review. */
  internalAuditor: (actor) => hasRole(actor, 'ROLE_AUDITOR') && !actor.organizationExternal,
  /** Of a company, whichever. */
  member: (actor) => hasRole(actor, 'ROLE_COMPANY_ADMIN', 'ROLE_COMPANY_USER'),
  maintainer: isMaintainer,
  /** A maintainer of the API, for the key of an organization that is not external. */
  maintainerForInternal: (actor, resource) => isMaintainer(actor, resource) && resource.organizationExternal === false,
  ownOrganization: isOwnOrganization,
  companyAdminOfIt: (actor, resource) => hasRole(actor, 'ROLE_COMPANY_ADMIN') && isOwnOrganization(actor, resource),
  memberOfIt: isMember,
  portalAdminOfIt: (actor, resource) => hasRole(actor, 'ROLE_PORTAL_ADMIN') && isOwnOrganization(actor, resource),
  /** Of an organization with access to the API. */
  grantedOrganization: (actor, { granted }) =>
    granted === true && hasRole(actor, 'ROLE_COMPANY_ADMIN', 'ROLE_COMPANY_USER'),
  grantedMemberOfIt: (actor, resource) => resource.granted === true && isMember(actor, resource),
  self: (actor, { userId }) => userId === actor.userId,
} satisfies Record<string, Condition>;

/**
 * The authorization table (requirement B1): an action is allowed when any of its conditions holds. What is not listed is
 * refused. docs/product/roles.md says in words who may do what.
 */
export const authorizationTable = {
  'session.use': ['signedIn'],
  'user.read': ['self', 'portalAdmin', 'companyAdminOfIt'],
  'user.change-own': ['self'],
  /** What one is told, and has asked for, is for nobody else: whoever they are. */
  'notice.list': ['self'],
  'notice.read': ['self'],
  'own-request.list': ['self'],
  'issue.report': ['signedIn'],
  /** The application that an issue is about. */
  'issue.about': ['ownOrganization', 'maintainer', 'portalAdmin'],
  'issue.list': ['support', 'portalAdmin'],
  'issue.close': ['support', 'portalAdmin'],
  'organization.list': ['signedIn'],
  /** A partner sees whom they have something in common with: the whole list is a list of customers. */
  'organization.list-all': ['internal', 'portalAdmin', 'gatewayAdmin'],
  'application.list': ['signedIn'],
  'business-area.list': ['signedIn'],
  'api.list': ['signedIn'],
  'api.read': ['signedIn'],
  'api.publish': ['maintainer', 'portalAdmin'],
  'api.delete': ['maintainer', 'portalAdmin'],
  'spec.lint': ['signedIn'],
  'deployment.list': ['maintainer', 'portalAdmin', 'gatewayAdmin', 'memberOfIt', 'grantedOrganization'],
  'deployment.read': ['maintainer', 'portalAdmin', 'gatewayAdmin'],
  /** What the gateway holds for it, the "Kong config" of its row. */
  'deployment.gateway-config': ['portalAdmin', 'gatewayAdmin'],
  'deployment.request': ['maintainer', 'portalAdmin'],
  'deployment.remove': ['maintainer', 'portalAdmin'],
  /** All deployments and all keys at once: for those who may read each of them. */
  'overview.list': ['portalAdmin', 'gatewayAdmin'],
  'consumer.list': ['ownOrganization', 'maintainer', 'portalAdmin', 'gatewayAdmin'],
  'consumer.add': ['grantedMemberOfIt', 'maintainerForInternal', 'portalAdmin', 'gatewayAdmin'],
  /** Nickname, limit, successor. */
  'consumer.change': ['maintainerForInternal', 'companyAdminOfIt', 'portalAdmin'],
  /** How much a key may call: whoever runs the API. */
  'consumer.limit': ['maintainer'],
  /** What is changed in a key's calls before the API sees them: the API believes it. */
  'consumer.transform': ['maintainer', 'portalAdmin', 'gatewayAdmin'],
  'consumer.remove': ['maintainerForInternal', 'companyAdminOfIt', 'portalAdmin'],
  'consumer.reveal': ['memberOfIt', 'maintainerForInternal', 'portalAdmin'],
  /** A call with one's own key, which stays in the portal: never with another organization's. */
  'consumer.try': ['memberOfIt', 'portalAdminOfIt'],
  'access.request': ['memberOfIt', 'portalAdmin'],
  /** The request and the grants of one organization. */
  'access.read': ['ownOrganization', 'portalAdmin'],
  'access.list': ['portalAdmin'],
  'access.decide': ['portalAdmin'],
  'access.revoke': ['portalAdmin'],
  /** Company admins and users see the card "CodeGen"; maintainers and administrators may generate too. */
  'code.generate': ['member', 'maintainer', 'portalAdmin', 'gatewayAdmin'],
  /** What was generated belongs to whoever asked for it. */
  'code.download': ['self'],
  /** Everybody reads what became of the API itself and what their own organization did with it. */
  'history.list': ['signedIn'],
  'history.list-all': ['maintainer', 'portalAdmin', 'gatewayAdmin', 'internalAuditor', 'support'],
  'operation.list': ['support', 'portalAdmin'],
  'operation.read': ['ownOrganization', 'support', 'portalAdmin', 'gatewayAdmin'],
  /** Of a key: whoever may list it, those who follow operations, and who asked for it. */
  'operation.read-of-key': ['ownOrganization', 'maintainer', 'support', 'portalAdmin', 'gatewayAdmin', 'self'],
  'operation.replay': ['support', 'portalAdmin'],
  'resource.list': ['signedIn'],
  /** What a new installation lacks, and putting that list away. */
  'setup.read': ['portalAdmin'],
  'setup.dismiss': ['portalAdmin'],
  'request.list': ['signedIn'],
  'request.list-all': ['portalAdmin', 'gatewayAdmin'],
} satisfies Record<string, readonly (keyof typeof conditions)[]>;

export type Action = keyof typeof authorizationTable;

/** Whether the table lets this actor do this to that. */
export const may = (actor: Actor, action: Action, resource: Resource = {}): boolean =>
  authorizationTable[action].some((name) => conditions[name](actor, resource));

/** Whether there is anything that the table lets this actor do this to: asked before it is known what. */
export const mayAnything = (actor: Actor, action: Action): boolean =>
  may(actor, action, {
    applicationId: actor.ownerApps[0] ?? null,
    organizationId: actor.organizationId,
    organizationExternal: false,
    granted: true,
    userId: actor.userId,
  });
