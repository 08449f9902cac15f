import { lacksSeals, sealsSentence } from '#eventstore/tell-of-seals.ts';
import type { LogCommand } from './command.ts';
import { listParkedInForce } from './parked-in-force.ts';
import { printJson } from './print.ts';
import { listSubscriptions } from './subscriptions.ts';

/** --json prints one object for each thing to do. Exit code 1: there is something to do. */
export const doctor: LogCommand = {
  words: '',
  does: 'says what is to be done: whether seals are demanded, how many streams are parked, what is paused; exit code 1 when there is something',
  takes: [0, 0],
  isReader: true,
  run: async ({ store, pool }, { json }) => {
    const parked = (await listParkedInForce(pool)).length;
    const stopped = (await listSubscriptions(pool)).filter(({ state }) => state !== 'running').length;
    const tasks = [
      ...((await lacksSeals(store)) ? [{ task: 'demand-seals', says: `${sealsSentence}.` }] : []),
      ...(parked > 0 ? [{ task: 'parked', says: `Parked streams: ${parked}. See: npm run log -- parked` }] : []),
      ...(stopped > 0 ? [{ task: 'paused', says: `Paused or stopped: ${stopped}. See: npm run log -- parked` }] : []),
    ];
    for (const task of tasks) {
      if (json) printJson(task);
      else console.log(task.says);
    }
    if (tasks.length > 0) process.exitCode = 1;
    else if (!json) console.log('Nothing is to be done. Whether somebody changed the log: npm run log -- verify');
  },
};
