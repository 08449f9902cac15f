import type { Route } from '../http/route.ts';

const right = '/api/organization/';
/** As the specification spells it. */
const misspelt = '/api/organiztion/';

/** Calls that the specification promises under a misspelt path. */
const promised = [
  'edit-organization',
  'delete-organization',
  'approve-delete-organization',
  'deny-delete-organization',
  'check-organization-consumers',
];

/** Returns these routes, and those that have a misspelt path as well once more under it. */
export const withMisspeltPaths = (routes: readonly Route[]): readonly Route[] => [
  ...routes,
  ...routes
    .filter(({ path }) => promised.some((name) => path === right + name))
    .map((each) => ({ ...each, path: each.path.replace(right, misspelt) as Route['path'] })),
];
