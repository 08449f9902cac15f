import { benchCompanies } from './companies.ts';
import { benchDeploy } from './deploy.ts';
import { benchEventStore } from './event-store.ts';
import { benchExport } from './export.ts';
import { benchFairness } from './fairness.ts';
import { benchGallery } from './gallery.ts';
import { benchHistory } from './history.ts';
import { benchIngestion } from './ingestion.ts';
import { benchLargeTask } from './large-task.ts';
import { benchObjects } from './objects.ts';
import { benchOverview } from './overview.ts';
import { benchReplay, publishMany } from './replay.ts';
import { benchReport } from './report.ts';
import { benchRoad } from './road.ts';
import { small, usual } from './scale.ts';
import { benchTopics } from './topics.ts';
import { openWorld, type World } from './world.ts';

/**
 * `npm run bench`: prints ratios against the bare part underneath, both measured in this run. 1.00 is as fast as the
 * bare part. `npm run bench -- export`, `fairness`, `history`, `ingestion`, `lists`, `companies`, `eventstore`, `objects`, `report`, `road` or `topics` measures only that. `npm run bench -- small` runs
 * everything on a few rows, to see that it works: its numbers say nothing.
 */

const benchManyApis = async (world: World, count: number): Promise<void> => {
  await publishMany(world, count);
  await benchGallery(world, count);
};

/** Measures the lists: the gallery and those of administrators. */
const benchLists = async (world: World): Promise<void> => {
  await benchManyApis(world, world.scale.apis);
  await benchOverview(world);
};

/** Makes a long log and measures what needs it. */
const benchLog = async (world: World): Promise<void> => {
  await benchLists(world);
  // On a short log, the fixed costs of a rebuild (noticing it, switching) would hide its speed.
  await benchReplay(world, world.scale.apis);
  await benchIngestion(world);
};

/** Each has a world of its own, because their ids would be equal. */
const parts = {
  all: [benchRoad, benchDeploy, benchLargeTask, benchEventStore, benchLog],
  companies: [benchCompanies],
  eventstore: [benchEventStore],
  export: [benchExport],
  fairness: [benchFairness],
  history: [benchHistory],
  ingestion: [benchIngestion],
  large: [benchLargeTask],
  lists: [(world) => benchManyApis(world, world.scale.apis / 10), benchLists],
  objects: [benchObjects],
  report: [benchReport],
  road: [benchRoad],
  topics: [benchTopics],
} satisfies Record<string, ((world: World) => Promise<void>)[]>;

const args = process.argv.slice(2);
const isSmall = args.includes('small');
const [part = 'all', ...more] = args.filter((arg) => arg !== 'small');
if (!(part in parts) || more.length > 0)
  throw new Error(`usage: npm run bench [-- ${Object.keys(parts).slice(1).join(' | ')}] [small]`);
for (const bench of parts[part as keyof typeof parts]) {
  const world = await openWorld(isSmall ? small : usual);
  try {
    await bench(world);
  } finally {
    await world.close();
  }
}
