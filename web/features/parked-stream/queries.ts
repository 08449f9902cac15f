import { queryOptions } from '@tanstack/react-query';
import { listParkedStreams } from '#domain/parked-stream/calls.ts';
import { get } from '../../api/client.ts';

/** Milliseconds between polls while something waits. Somebody may mend it on the server and return here to see it. */
const lookAgain = 15_000;

export const parkedStreamsOptions = queryOptions({
  queryKey: ['parked-streams'],
  queryFn: ({ signal }) => get(listParkedStreams, {}, signal),
  staleTime: 0,
  refetchInterval: ({ state: { data } }) => data !== undefined && data.total > 0 && lookAgain,
});
