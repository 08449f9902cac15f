import { takeOverCommands } from './commands.ts';
import { takeOversCommands } from './decide-many.ts';
import { decisionRoutes } from './decisions.ts';
import { takeOverPreviews } from './preview.ts';

export const takeOverRoutes = [...decisionRoutes, ...takeOverPreviews, ...takeOverCommands, ...takeOversCommands];
