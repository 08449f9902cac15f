import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { type HrTime, SpanStatusCode, SpanKind as WireKind } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter } from '@opentelemetry/sdk-trace';
import type { EndedSpan, SpanKind } from './span.ts';
import type { SpanPlace } from './traceparent.ts';

const kinds: Record<SpanKind, WireKind> = {
  internal: WireKind.INTERNAL,
  server: WireKind.SERVER,
  client: WireKind.CLIENT,
  consumer: WireKind.CONSUMER,
};

const timeOf = (milliseconds: number): HrTime => {
  const seconds = Math.floor(milliseconds / 1_000);
  return [seconds, Math.floor((milliseconds - seconds * 1_000) * 1_000_000)];
};

const contextOf = (place: SpanPlace) => ({ ...place, traceFlags: 1 });

/**
 * @property pause    milliseconds until what waits is sent.
 * @property patience milliseconds for one batch, with its repetitions.
 * @property last     milliseconds for what waits at the end.
 * @property onSent   is told of each batch whether the collector took it.
 */
type ExportOptions = Readonly<{
  url: string;
  headers: Readonly<Record<string, string>>;
  service: string;
  environment: string;
  mostWaiting: number;
  pause: number;
  patience: number;
  last: number;
  onSent: (count: number, isTaken: boolean) => void;
}>;

/** Opens the way to a collector, with OpenTelemetry's own batches and exporter. Only `send-spans.ts` loads this. */
export const openExport = ({ url, headers, service, environment, onSent, ...limits }: ExportOptions) => {
  const resource = resourceFromAttributes({
    'service.name': service,
    'service.instance.id': `${hostname()}-${process.pid}`,
    'deployment.environment.name': environment,
  });
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: limits.patience });
  /** A try and a second one, each with its patience. */
  const longest = limits.patience * 2;
  const counted: SpanExporter = {
    export: (spans, done) => {
      // The exporter's patience begins again with each byte. The processor goes on by itself.
      const late = setTimeout(() => tell(false), longest).unref();
      let isTold = false;
      const tell = (isTaken: boolean) => {
        clearTimeout(late);
        if (!isTold) onSent(spans.length, isTaken);
        isTold = true;
      };
      exporter.export(spans, (result) => {
        tell(result.code === 0);
        // The processor would tell the whole error to the console. It has been told here.
        done({ code: 0 });
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush(),
  };
  const processor = new BatchSpanProcessor({
    exporter: counted,
    maxQueueSize: limits.mostWaiting,
    scheduledDelayMillis: limits.pause,
    exportTimeoutMillis: longest,
  });
  return {
    take: ({ name, kind, place, parent, from, to, attributes, failed }: EndedSpan): void => {
      const span: ReadableSpan = {
        name,
        kind: kinds[kind],
        spanContext: () => contextOf(place),
        ...(parent && { parentSpanContext: contextOf(parent) }),
        startTime: timeOf(from),
        endTime: timeOf(to),
        duration: timeOf(Math.max(0, to - from)),
        status: { code: failed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
        attributes,
        links: [],
        events: [],
        ended: true,
        resource,
        instrumentationScope: { name: 'portico' },
        droppedAttributesCount: 0,
        droppedEventsCount: 0,
        droppedLinksCount: 0,
      };
      processor.onEnd(span);
    },
    close: async (): Promise<void> => {
      await Promise.race([processor.shutdown().catch(() => undefined), pause(limits.last)]);
    },
  };
};
