import { operationCommands } from './commands.ts';
import { deskQueries } from './desk.ts';
import { operationQueries } from './queries.ts';
import { replayPreviews } from './replay-preview.ts';
import { timelineQueries } from './timeline.ts';

/** All calls, in the order in which their paths are tried. */
export const operationRoutes = [
  ...operationQueries,
  ...deskQueries,
  ...timelineQueries,
  ...replayPreviews,
  ...operationCommands,
];
