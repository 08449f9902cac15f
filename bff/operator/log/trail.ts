import { checkpointPlace } from '#eventstore/merkle/tree-source.ts';
import { readTrailStates } from '#eventstore/trail-sinks.ts';
import type { LogCommand } from './command.ts';
import { printJson, printTable } from './print.ts';

export const trail: LogCommand = {
  words: '',
  does: 'shows how far behind the places are that get the trail, and why',
  takes: [0, 0],
  run: async ({ pool, settings }, { json }) => {
    const states = await readTrailStates(pool, checkpointPlace(settings.EVENTSTORE_URL));
    if (json) {
      for (const { failingSince, ...state } of states)
        printJson({ ...state, failingSince: failingSince?.toISOString() ?? null });
      return;
    }
    printTable(
      states.map(({ sink, state, waiting, waitingSeconds, checkpoints, failingSince, fault }) => [
        sink,
        state,
        waiting === null ? '' : `${waiting} events wait, the oldest for ${Math.round(waitingSeconds)} s`,
        `${checkpoints} checkpoints wait`,
        failingSince ? `since ${failingSince.toISOString()}: ${fault}` : '',
      ]),
    );
    if (states.length === 0)
      console.log('The trail goes nowhere: no worker was started with TRAIL_FILE, TRAIL_URL or TRAIL_SYSLOG.');
  },
};
