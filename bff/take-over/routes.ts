import { takeOverCommands } from './commands.ts';
import { takeOverPreviews } from './preview.ts';

export const takeOverRoutes = [...takeOverPreviews, ...takeOverCommands];
