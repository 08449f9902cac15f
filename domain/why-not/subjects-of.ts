import type { Action } from '../core/authorization.ts';
import { partsOf } from './explain.ts';
import type { WhyNotSubject } from './schema.ts';

type Thing = Exclude<WhyNotSubject, 'person'>;

/** Things of these nouns have the organization of their API. */
const ofApi = ['api', 'deployment', 'history', 'code'];

/** Returns what a question about an action names, so that the rules of the table have all that they look at. */
export const subjectsOf = (action: Action): readonly Thing[] => {
  const noun = action.split('.', 1)[0] ?? '';
  const parts = partsOf(action);
  const needsOrganization = parts.has('organizationId') || parts.has('organizationExternal');
  if (noun === 'user' && (needsOrganization || parts.has('userId'))) return ['user'];
  const found: Thing[] = [];
  if (parts.has('applicationId')) found.push(noun === 'application' || noun === 'issue' ? 'application' : 'api');
  if (parts.has('granted')) found.push(noun.startsWith('event-') ? 'event-category' : 'api');
  const isKnown = found.includes('application') || ofApi.includes(noun);
  if (needsOrganization && !isKnown) found.push('organization');
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
