import type { Action } from '../core/authorization.ts';
import { partsOf } from './explain.ts';
import type { WhyNotSubject } from './schema.ts';

type Thing = Exclude<WhyNotSubject, 'person'>;

/** The nouns whose things have the organization of a thing that a question names. A key has its own, not that of its API. */
const withOrganizationOf: Partial<Record<Thing, readonly string[]>> = {
  api: ['api', 'deployment', 'history', 'code'],
  application: ['application', 'issue'],
  user: ['user'],
};

const nounOf = (action: Action): string => action.split('.', 1)[0] ?? '';

/** Returns whether what an action is about has the organization of this thing that a question names. */
export const hasOrganizationOf = (action: Action, thing: Thing): boolean =>
  thing === 'organization' || (withOrganizationOf[thing]?.includes(nounOf(action)) ?? false);

/** Returns what a question about an action names, so that the rules of the table have all that they look at. */
export const subjectsOf = (action: Action): readonly Thing[] => {
  const noun = nounOf(action);
  const parts = partsOf(action);
  const needsOrganization = parts.has('organizationId') || parts.has('organizationExternal');
  if (noun === 'user' && (needsOrganization || parts.has('userId'))) return ['user'];
  const found: Thing[] = [];
  if (parts.has('applicationId')) found.push(noun === 'application' || noun === 'issue' ? 'application' : 'api');
  if (parts.has('granted')) found.push(noun.startsWith('event-') ? 'event-category' : 'api');
  if (needsOrganization && !found.some((thing) => hasOrganizationOf(action, thing))) found.push('organization');
  if (parts.has('userId')) found.push('user');
  return [...new Set(found)];
};

/** The fields of the question that name them. */
export const fieldOf = {
  person: 'personId',
  api: 'apiId',
  application: 'applicationId',
  'event-category': 'eventCategoryId',
  organization: 'organizationId',
  user: 'userId',
} as const satisfies Record<WhyNotSubject, string>;
