import { saveOrganization } from '#domain/organization/calls.ts';
import {
  approveDeletion,
  checkOrganizationKeys,
  denyDeletion,
  requestDeletion,
} from '#domain/organization/deletion-calls.ts';
import type { Route } from '../http/route.ts';

/** Calls that the specification promises under a misspelt path. */
const promised: ReadonlySet<string> = new Set(
  [saveOrganization, requestDeletion, approveDeletion, denyDeletion, checkOrganizationKeys].map(({ path }) => path),
);

const misspelt = (path: Route['path']) => path.replace('/organization/', '/organiztion/') as Route['path'];

/** Returns these routes, and those that have a misspelt path as well once more under it. */
export const withMisspeltPaths = (routes: readonly Route[]): readonly Route[] => [
  ...routes,
  ...routes.filter(({ path }) => promised.has(path)).map((each) => ({ ...each, path: misspelt(each.path) })),
];
