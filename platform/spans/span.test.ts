import { afterEach, expect, it } from 'vitest';
import { continuing, currentTraceId, type EndedSpan, inCall, inSpan, keepSpans } from './span.ts';
import { readTraceparent } from './traceparent.ts';

afterEach(() => keepSpans(undefined));

const keeping = (): EndedSpan[] => {
  const kept: EndedSpan[] = [];
  keepSpans((span) => kept.push(span));
  return kept;
};

it('puts a span into the one in which it begins, also side by side', async () => {
  const kept = keeping();
  await inSpan('click', {}, async () => {
    await Promise.all(['one', 'two'].map((name) => inSpan(name, {}, async () => await Promise.resolve())));
  });
  const click = kept.find(({ name }) => name === 'click');
  expect(click?.parent).toBeUndefined();
  for (const name of ['one', 'two']) expect(kept.find((span) => span.name === name)?.parent).toEqual(click?.place);
});

it('has its ids whether anybody keeps spans or not', async () => {
  const [trace, current] = await inSpan('click', {}, async ({ traceparent }) => [
    readTraceparent(traceparent)?.traceId,
    currentTraceId(),
  ]);
  expect(trace).toMatch(/^[0-9a-f]{32}$/);
  expect(current).toBe(trace);
  expect(currentTraceId()).toBeUndefined();
});

it('goes on with a span of another process, and without one begins its own', async () => {
  const place = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) };
  const kept = keeping();
  await continuing(place, () => inSpan('job', {}, async () => undefined));
  await continuing(undefined, () => inSpan('alone', {}, async () => undefined));
  expect(kept[0]).toMatchObject({ name: 'job', parent: place, place: { traceId: place.traceId } });
  expect(kept[1]).toMatchObject({ name: 'alone', parent: undefined });
});

it('says of an error only its name, because a message may hold anything', async () => {
  const kept = keeping();
  const failing = inSpan('call', {}, async () => {
    throw new TypeError('https://user:canary@gateway.example/?key=canary');
  });
  await expect(failing).rejects.toThrow(TypeError);
  expect(kept).toMatchObject([{ failed: true, attributes: { 'error.type': 'TypeError' } }]);
  expect(JSON.stringify(kept)).not.toContain('canary');
});

it('bounds what a span says', async () => {
  const kept = keeping();
  await inSpan('call', { attributes: { 'portico.object': 'x'.repeat(100_000) } }, async ({ say }) =>
    say({ 'portico.result': 'y'.repeat(100_000) }),
  );
  expect(JSON.stringify(kept).length).toBeLessThan(2_000);
});

it('gives spans away outside of any trace', async () => {
  const seen: unknown[] = [];
  keepSpans(() => seen.push(currentTraceId()));
  await inSpan('outer', {}, () => inSpan('inner', {}, async () => undefined));
  expect(seen).toEqual([undefined, undefined]);
});

it('makes a span of a call that somebody waits for, and none of a regular look', async () => {
  const kept = keeping();
  expect(await inCall('gateway GET routes', {}, async () => 'looked')).toBe('looked');
  expect(kept).toEqual([]);
  await inSpan('attempt', {}, () => inCall('gateway PUT routes', {}, async (say) => say({ 'portico.result': 'done' })));
  const [call, attempt] = kept;
  expect(call).toMatchObject({ name: 'gateway PUT routes', kind: 'client', attributes: { 'portico.result': 'done' } });
  expect(call?.parent).toEqual(attempt?.place);
});
