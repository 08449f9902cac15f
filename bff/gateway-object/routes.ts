import { objectCommands } from './commands.ts';
import { objectDetailRoutes } from './details.ts';
import { objectListRoutes } from './lists.ts';
import { pluginFormRoutes } from './plugin-forms.ts';
import { upstreamRoutes } from './upstreams.ts';

/** All calls, in the order in which their paths are tried. */
export const gatewayObjectRoutes = [
  ...objectListRoutes,
  ...objectDetailRoutes,
  ...pluginFormRoutes,
  ...upstreamRoutes,
  ...objectCommands,
];
