import { listParkedStreams } from '#domain/parked-stream/calls.ts';
import { namedStreams, type ParkedStreams } from '#domain/parked-stream/schema.ts';
import type { Pool } from '#platform/database.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import { listParkedInForce } from '../operator/log/parked-in-force.ts';

/** Returns each stream once, with the readers that wait for it. */
const readParkedStreams = async (pool: Pool): Promise<ParkedStreams> => {
  const byStream = new Map<string, { readers: string[]; since: string }>();
  for (const { stream, name, parkedAt } of await listParkedInForce(pool)) {
    const known = byStream.get(stream);
    if (!known) byStream.set(stream, { readers: [name], since: parkedAt.toISOString() });
    else if (!known.readers.includes(name)) known.readers.push(name);
  }
  const streams = [...byStream].map(([stream, rest]) => ({ stream, ...rest }));
  return {
    total: streams.length,
    people: streams.filter(({ stream }) => stream.startsWith('user-')).length,
    since: streams[0]?.since ?? null,
    streams: streams.slice(0, namedStreams),
  };
};

export const parkedStreamRoutes = [
  route(listParkedStreams, {
    action: 'parked-stream.list',
    summary: 'Streams of the event log that wait, because a reader could not take one of their events',
    handle: async ({ services, actor }) => {
      authorizeOpenly(actor, 'parked-stream.list');
      return await readParkedStreams(services.pool);
    },
  }),
];
