import type { GatewayDump, WorkerWorld } from './worker-world.ts';

/** What one operation is about. */
export type Thing = Readonly<{ deploymentId: number; consumerId: number }>;

/**
 * Where a sweep runs.
 *
 * @property foreign what the gateway held before.
 * @property byHand  routes that somebody made by hand, by deployment.
 */
type Place = Readonly<{ world: WorkerWorld; foreign: GatewayDump; byHand: ReadonlyMap<number, string> }>;

const tagsOf = ({ names }: WorkerWorld, { deploymentId, consumerId }: Thing): readonly string[] => [
  ...names.listedBy('deployment', deploymentId),
  ...names.listedBy('consumer', consumerId),
];

/** Returns what the gateway holds beside what is not Portico's and what is another thing's, with the ids of this one taken out. */
export const heldOf = async (
  { world, foreign, byHand }: Place,
  { deploymentId, consumerId }: Thing,
  others: readonly Thing[],
): Promise<string> => {
  const known = new Set(
    Object.values(foreign)
      .flat()
      .map(({ id }) => id),
  );
  const othersTags = new Set(others.flatMap((thing) => tagsOf(world, thing)));
  const othersRoutes = new Set(others.map((thing) => byHand.get(thing.deploymentId)));
  const isAnothers = ({ id, tags }: Readonly<Record<string, unknown>>) =>
    othersRoutes.has(String(id)) || (Array.isArray(tags) && tags.some((tag) => othersTags.has(tag)));
  const dump = Object.entries(await world.dump()).map(([collection, rows]) => [
    collection,
    rows.filter((row) => !known.has(row.id) && !isAnothers(row)),
  ]);
  const names = [
    'service',
    'route',
    'anonymous',
    'canary',
    'canary/plugin',
    'consumer',
    'acl',
    'key-auth',
    'key-auth/2',
    ...['key-auth', 'acl', 'rate-limiting', 'http-log', 'bot-detection'].map((name) => `plugin/${name}`),
  ];
  const ids = names.flatMap((name) => [
    [world.names.entityId('deployment', deploymentId, ...name.split('/')), `deployment ${name}`],
    [world.names.generation(deploymentId, 2).entityId(...name.split('/')), `second deployment ${name}`],
    [world.names.entityId('consumer', consumerId, ...name.split('/')), `consumer ${name}`],
  ]) as [string, string][];
  let text = JSON.stringify(dump, null, 1);
  for (const [id, name] of ids) text = text.replaceAll(id, name);
  text = text.replaceAll(/"key":\s*"[^"]*"/g, '"key"').replaceAll(`crash-${deploymentId}`, 'crash');
  text = text
    .replaceAll(new RegExp(`(?<!generation)-${deploymentId}"`, 'g'), '-D"')
    .replaceAll(new RegExp(`(?<!generation)-${consumerId}"`, 'g'), '-C"');
  // The order of the rows is that of their ids, which differ.
  return text
    .split('\n')
    .map((line) => line.replace(/,$/, ''))
    .sort()
    .join('\n');
};
