import type { LockedPaths } from '#domain/deployment/lockdown.ts';
import type { DesiredEntity } from '../admin-api/entity.ts';
import type { Generation } from '../names/gateway-names.ts';

/** Returns the patterns of a lockdown to which no route for OPTIONS leads. */
const withoutOptions = (groups: readonly LockedPaths[]): string[] => {
  const described = new Set(
    groups.filter(({ methods }) => methods.includes('OPTIONS')).flatMap((group) => group.patterns),
  );
  const all = groups.flatMap(({ patterns }) => patterns);
  return [...new Set(all)].filter((pattern) => !described.has(pattern)).sort();
};

/**
 * Returns the paths at which a lockdown has to let preflights in, after the deployment's own path.
 *
 * @param groups the described paths.
 * @param others patterns of paths that a deployment has beside them, like that of its tokens.
 */
export const preflightPatterns = (groups: readonly LockedPaths[], others: readonly string[]): string[] => [
  ...withoutOptions(groups),
  ...others,
];

/**
 * Returns what refuses everything else on a lockdown's route for preflights. The `cors` plugin answers a preflight and comes
 * first. Any other call with OPTIONS is refused for its missing key, or with a key as at an undescribed path.
 */
export const preflightsOnly = (generation: Generation, routeId: string): DesiredEntity => ({
  kind: 'plugin',
  id: generation.entityId('plugin', 'request-termination', routeId),
  label: 'plugin request-termination',
  body: {
    name: 'request-termination',
    route: { id: routeId },
    enabled: true,
    config: { status_code: 404, message: 'no Route matched with those values' },
    tags: generation.tags(),
  },
});
