import type { Route } from '../http/route.ts';
import { organizationReviewQueries } from './belongings.ts';
import { organizationCommands } from './commands.ts';
import { organizationDeletionCommands } from './deletion-commands.ts';
import { organizationDeletionQueries } from './deletion-list.ts';
import { withMisspeltPaths } from './misspelt-paths.ts';
import { organizationListQueries } from './organization-list.ts';
import { organizationQueries } from './queries.ts';

/**
 * Every call about organizations, except their details, which also have what others own. Fixed paths come before those of
 * `bff/organization-details/`, which would take them.
 */
export const organizationRoutes: readonly Route[] = withMisspeltPaths([
  ...organizationQueries,
  ...organizationListQueries,
  ...organizationDeletionQueries,
  ...organizationCommands,
  ...organizationDeletionCommands,
  ...organizationReviewQueries,
]);
