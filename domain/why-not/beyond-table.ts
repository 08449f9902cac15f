import type { Action } from '../core/authorization.ts';

/** What is asked for besides the table: by the rules of a noun, or by a route. */
export const beyondTable = [
  ...([
    'close',
    'fresh',
    'own-request',
    'own-role',
    'requester',
    'second-administrator',
    'team',
    'two-people',
  ] as const),
] as const;
export type BeyondTable = (typeof beyondTable)[number];

/** The rows of the table where it is. A test compares `fresh` with the routes. */
const beyond: Partial<Record<Action, readonly BeyondTable[]>> = {
  'access.decide': ['own-request'],
  'approval.decide': ['own-request', 'close', 'fresh'],
  'approval.withdraw': ['requester'],
  'approval-rule.set': ['fresh'],
  'consumer.reveal': ['fresh'],
  'deployment.request': ['two-people'],
  'event-subscription.reveal': ['fresh'],
  'operation.replay': ['two-people'],
  'organization.decide-deletion': ['own-request', 'close'],
  'organization.withdraw-deletion': ['requester'],
  'registration.decide': ['fresh', 'second-administrator'],
  'registration.decide-own': ['fresh'],
  'resource.save': ['fresh'],
  'review-round.decide': ['own-role'],
  'user.administer': ['fresh', 'second-administrator'],
  'user.change-own': ['fresh', 'second-administrator'],
  'user.manage': ['fresh', 'second-administrator', 'team'],
};

export const beyondOf = (action: Action): readonly BeyondTable[] => beyond[action] ?? [];

/** The rights that some things need besides, by the row of the table that makes or changes them. */
const besides: Partial<Record<Action, readonly Action[]>> = {
  'deployment.request': ['deployment.choose-environment', 'deployment.transform-response'],
};

/** Returns the rows of the table that an action needs. */
export const neededFor = (action: Action): readonly Action[] => [action, ...(besides[action] ?? [])];
