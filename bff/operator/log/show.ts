import { printable } from '#platform/printable.ts';
import { OperatorError } from '../operator-error.ts';
import type { LogCommand } from './command.ts';
import { printEvents } from './print-events.ts';

export const show: LogCommand = {
  words: '<stream>',
  does: 'shows every event of a stream, such as user-12',
  takes: [1, 1],
  isReader: true,
  run: async ({ pool, store }, { words: [stream = ''], json }) => {
    const events = await store.entries(stream);
    if (events.length === 0) throw new OperatorError(`There is no stream ${printable(stream)}.`);
    await printEvents(pool, events, json);
    if (!json) console.log(`Events of ${stream}: ${events.length}.`);
  },
};
