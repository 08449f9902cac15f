import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { isPolled } from './is-polled.ts';

it('tells a polled query from one that somebody waits for', () => {
  const client = new QueryClient();
  const watch = (key: string, refetchInterval: number | (() => number | false)) => {
    const observer = new QueryObserver(client, { queryKey: [key], queryFn: () => key, refetchInterval });
    // Watching enables the query. Its first response has not arrived yet.
    const end = observer.subscribe(() => undefined);
    const query = client.getQueryCache().find({ queryKey: [key] });
    if (!query) throw new Error('There is no such query');
    return { query, end };
  };
  const minutely = watch('count', 60_000);
  const now = watch('pending', () => 60_000);
  const notNow = watch('done', () => false);

  expect(isPolled(minutely.query)).toBe(false);
  for (const key of ['count', 'pending', 'done']) client.setQueryData([key], key);
  expect(isPolled(minutely.query)).toBe(true);
  expect(isPolled(now.query)).toBe(true);
  expect(isPolled(notNow.query)).toBe(false);
  for (const { end } of [minutely, now, notNow]) end();
});
