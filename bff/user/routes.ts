import { userCommands } from './commands.ts';
import { manageUserCommands } from './manage-commands.ts';
import { myDataQueries } from './my-data.ts';
import { userQueries } from './queries.ts';
import { roleChangeQueries } from './role-changes.ts';
import { userListQueries } from './user-list.ts';

/** All calls, in the order in which their paths are tried. */
export const userRoutes = [
  ...userQueries,
  ...userCommands,
  ...userListQueries,
  ...manageUserCommands,
  ...roleChangeQueries,
  ...myDataQueries,
];
