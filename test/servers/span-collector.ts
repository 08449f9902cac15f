import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listenAnywhere } from './listen-anywhere.ts';

/** A span as a collector gets it (OTLP over HTTP, in JSON). */
export type ReceivedSpan = Readonly<{
  service: string;
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  failed: boolean;
  attributes: Readonly<Record<string, string | number>>;
}>;

type Value = Readonly<{ stringValue?: string; intValue?: number; doubleValue?: number }>;
type Attributes = readonly Readonly<{ key: string; value: Value }>[];
type Posted = Readonly<{
  resourceSpans: readonly Readonly<{
    resource: Readonly<{ attributes: Attributes }>;
    scopeSpans: readonly Readonly<{
      spans: readonly Readonly<{
        name: string;
        kind: number;
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        status: Readonly<{ code?: number }>;
        attributes: Attributes;
      }>[];
    }>[];
  }>[];
}>;

const plain = (attributes: Attributes): ReceivedSpan['attributes'] =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.doubleValue ?? '']),
  );

const spansIn = ({ resourceSpans }: Posted): ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ name, kind, traceId, spanId, parentSpanId, status, attributes }) => ({
        service: String(plain(resource.attributes)['service.name']),
        name,
        kind,
        traceId,
        spanId,
        parentSpanId: parentSpanId || undefined,
        failed: status.code === 2,
        attributes: plain(attributes),
      })),
    ),
  );

/**
 * For tests: a collector of spans. It keeps what it takes, and the text and the headers of each post. `state.answer` is the status of
 * each response, or `silent`: none comes, or `slow`: it comes byte by byte and does not end.
 */
export const startSpanCollector = async () => {
  const state: { answer: number | 'silent' | 'slow' } = { answer: 200 };
  const spans: ReceivedSpan[] = [];
  const texts: string[] = [];
  const seen: { url: string; headers: IncomingMessage['headers'] }[] = [];
  const server = createServer(async (request, response) => {
    const text = (await buffer(request)).toString('utf8');
    seen.push({ url: request.url ?? '', headers: request.headers });
    if (state.answer === 'silent') return;
    if (state.answer === 'slow') {
      const dripping = setInterval(() => response.write(' '), 50);
      response.once('close', () => clearInterval(dripping));
      return;
    }
    if (state.answer === 200) {
      texts.push(text);
      spans.push(...spansIn(JSON.parse(text) as Posted));
    }
    response.writeHead(state.answer, { 'content-type': 'application/json' }).end('{}');
  });
  return {
    ...(await listenAnywhere(server)),
    state,
    spans,
    texts,
    seen,
    cut: () => server.closeAllConnections(),
  };
};

export type SpanCollector = Awaited<ReturnType<typeof startSpanCollector>>;
