import process from 'node:process';
import { beginning } from '#eventstore/event-store.ts';
import type { LogCommand } from './command.ts';
import { printEvents } from './print-events.ts';

export const tail: LogCommand = {
  words: '',
  does: 'shows the newest events, 10 unless told; with --follow also those to come',
  takes: [0, 0],
  isReader: true,
  options: ['follow', 'count'],
  run: async ({ pool, store }, { json, follow, count }) => {
    const newest = await store.newestEntries(count);
    await printEvents(pool, newest, json);
    if (!follow) {
      if (!json) console.log(newest.length === 0 ? 'There are no events yet.' : `Newest events: ${newest.length}.`);
      return;
    }
    const stopping = new AbortController();
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort());
    const after = newest.at(-1)?.position ?? beginning;
    for await (const events of store.subscribe({ after, signal: stopping.signal }))
      await printEvents(pool, events, json);
  },
};
