import { AsyncLocalStorage } from 'node:async_hooks';
import { cutText } from '../cut-text.ts';
import { newPlace, type SpanPlace, traceparentOf } from './traceparent.ts';

/**
 * What a span may say: names of routes, commands, kinds and codes, and numbers. Nothing that a person or a server wrote: no
 * address, no id of a person, no text of an error. Whoever adds a name here thinks about that first.
 */
type SpanAttribute =
  | 'http.request.method'
  | 'http.response.status_code'
  | 'http.route'
  | 'error.type'
  | 'portico.action'
  | 'portico.attempt'
  | 'portico.call'
  | 'portico.command'
  | 'portico.events'
  | 'portico.noun'
  | 'portico.object'
  | 'portico.operation'
  | 'portico.operation.kind'
  | 'portico.result';

export type SpanAttributes = Readonly<Partial<Record<SpanAttribute, string | number>>>;

/** Who begins it: `server` for a call that came in, `client` for one that goes out, `consumer` for a job. */
export type SpanKind = 'internal' | 'server' | 'client' | 'consumer';

/** A span that has ended. Times are milliseconds since 1970. */
export type EndedSpan = Readonly<{
  name: string;
  kind: SpanKind;
  place: SpanPlace;
  parent: SpanPlace | undefined;
  from: number;
  to: number;
  attributes: SpanAttributes;
  failed: boolean;
}>;

/** A span under way. */
export type Span = Readonly<{
  /** What an event or another process remembers of it. */
  traceparent: string;
  /** Gives it a name that is known only now. */
  rename: (name: string) => void;
  /** Adds what is known only now. `failed`: it did not do what it was for. */
  say: (attributes: SpanAttributes, failed?: boolean) => void;
}>;

const current = new AsyncLocalStorage<SpanPlace>();
let keep: ((span: EndedSpan) => void) | undefined;

/** Gives ended spans to `take`; undefined: to nobody. */
export const keepSpans = (take: typeof keep): void => {
  keep = take;
};

/** The most characters of a value. All values are names of the program, and shorter. */
const longest = 200;

const bounded = (attributes: SpanAttributes): SpanAttributes =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      typeof value === 'string' ? cutText(value, longest) : value,
    ]),
  );

/** Returns the id of the trace in which the caller runs; undefined outside of one. */
export const currentTraceId = (): string | undefined => current.getStore()?.traceId;

/** @property parent what it belongs to. Default: the span in which the caller runs, or a trace of its own. */
type SpanOptions = Readonly<{ kind?: SpanKind; parent?: SpanPlace | undefined; attributes?: SpanAttributes }>;

/**
 * Runs `work` as a span. Every span has its ids, whether anybody keeps spans or not: events and log lines name them.
 *
 * @throws the error of `work`. A span says only the error's name, because its message may hold anything.
 */
export const inSpan = async <Result>(
  name: string,
  { kind = 'internal', parent = current.getStore(), attributes = {} }: SpanOptions,
  work: (span: Span) => Promise<Result>,
): Promise<Result> => {
  const place = newPlace(parent);
  const from = performance.timeOrigin + performance.now();
  let named = name;
  let said = attributes;
  let failed = false;
  const span: Span = {
    traceparent: traceparentOf(place),
    rename: (better) => {
      named = better;
    },
    say: (more, isFailure = failed) => {
      said = { ...said, ...more };
      failed = isFailure;
    },
  };
  try {
    return await current.run(place, () => work(span));
  } catch (error) {
    span.say({ 'error.type': error instanceof Error ? error.name : 'unknown' }, true);
    throw error;
  } finally {
    const to = performance.timeOrigin + performance.now();
    // What the sending does later, such as a line of the log, belongs to no call.
    current.exit(() => keep?.({ name: named, kind, place, parent, from, to, attributes: bounded(said), failed }));
  }
};

/**
 * Runs a call to another server as a span of what it is made for. A regular look at a gateway is made for nobody: it is no span, because
 * each of its calls would be a trace of its own.
 */
export const inCall = <Result>(
  name: string,
  attributes: SpanAttributes,
  work: (say: Span['say']) => Promise<Result>,
): Promise<Result> =>
  current.getStore() ? inSpan(name, { kind: 'client', attributes }, ({ say }) => work(say)) : work(() => undefined);

/** Runs `work` as if a span of elsewhere were under way here: what it begins belongs to that one. Without one it changes nothing. */
export const continuing = <Result>(place: SpanPlace | undefined, work: () => Promise<Result>): Promise<Result> =>
  place ? current.run(place, work) : work();
