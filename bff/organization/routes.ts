import type { Route } from '../http/route.ts';
import { organizationReviewQueries } from './belongings.ts';
import { organizationCommands } from './commands.ts';
import { organizationDeletionCommands } from './deletion-commands.ts';
import { organizationDeletionQueries } from './deletion-list.ts';
import { withMisspeltPaths } from './misspelt-paths.ts';
import { organizationDetailQueries } from './organization-detail.ts';
import { organizationListQueries } from './organization-list.ts';
import { organizationQueries } from './queries.ts';

/** All calls, in the order in which their paths are tried. The path of an organization's details would take fixed ones. */
export const organizationRoutes: readonly Route[] = withMisspeltPaths([
  ...organizationQueries,
  ...organizationListQueries,
  ...organizationDeletionQueries,
  ...organizationCommands,
  ...organizationDeletionCommands,
  ...organizationReviewQueries,
  ...organizationDetailQueries,
]);
