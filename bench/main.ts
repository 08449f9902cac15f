import { benchCompanies } from './companies.ts';
import { benchDeploy } from './deploy.ts';
import { benchFairness } from './fairness.ts';
import { benchGallery } from './gallery.ts';
import { benchIngestion } from './ingestion.ts';
import { benchOverview } from './overview.ts';
import { benchReplay, publishMany } from './replay.ts';
import { benchRoad } from './road.ts';
import { openWorld, type World } from './world.ts';

/**
 * `npm run bench`: prints ratios against the bare part underneath, both measured in this run. 1.00 is as fast as the
 * bare part. `npm run bench -- fairness`, `lists`, `companies` or `road` measures only that.
 */
const apis = 100_000;

const benchManyApis = async (world: World, count: number): Promise<void> => {
  await publishMany(world, count);
  await benchGallery(world, count);
};

/** Measures the lists: the gallery and those of administrators. */
const benchLists = async (world: World): Promise<void> => {
  await benchManyApis(world, apis);
  await benchOverview(world);
};

/** Makes a long log and measures what needs it. */
const benchLog = async (world: World): Promise<void> => {
  await benchDeploy(world);
  await benchLists(world);
  // On a short log, the fixed costs of a rebuild (noticing it, switching) would hide its speed.
  await benchReplay(world, apis);
  await benchIngestion(world);
};

/** Each has a world of its own, because their ids would be equal. */
const parts = {
  all: [benchRoad, benchLog],
  companies: [benchCompanies],
  fairness: [benchFairness],
  lists: [(world) => benchManyApis(world, apis / 10), benchLists],
  road: [benchRoad],
} satisfies Record<string, ((world: World) => Promise<void>)[]>;

const [part = 'all'] = process.argv.slice(2);
if (!(part in parts)) throw new Error(`usage: npm run bench [-- ${Object.keys(parts).slice(1).join(' | ')}]`);
for (const bench of parts[part as keyof typeof parts]) {
  const world = await openWorld();
  try {
    await bench(world);
  } finally {
    await world.close();
  }
}
