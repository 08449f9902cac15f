import type { Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import { droppedSpans } from './dropped-spans.ts';
import { type EndedSpan, keepSpans } from './span.ts';

/** The most spans that wait. At the pace of a busy portal that is some seconds. */
const mostWaiting = 4_096;
/** Milliseconds until what waits is sent, for one attempt with its repetitions, and at the end of the process. */
const timing = { pause: 2_000, patience: 10_000, last: 2_000 };
/** Milliseconds between two log lines about a collector that is away. */
const reminder = 60_000;

type Wanted = Readonly<
  Pick<
    Settings,
    'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_HEADERS' | 'OTEL_SERVICE_NAME' | 'PORTICO_ENVIRONMENT'
  >
>;

/** Ends the sending: what waits has two seconds. */
export type StopSending = () => Promise<void>;

const none: StopSending = async () => undefined;

/**
 * Sends the spans of this process to a collector (OTLP over HTTP, in JSON), if a setting names one. Nothing of it is loaded
 * otherwise. Nobody waits for the collector: while it is away, spans are dropped and counted.
 *
 * @param process `bff`, `worker`, `projector`.
 */
export const sendSpans = async (settings: Wanted, process: string, log: Log): Promise<StopSending> => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = settings;
  if (!endpoint) return none;
  const { openExport } = await import('./open-export.ts');
  let waiting = 0;
  let told = Number.NEGATIVE_INFINITY;
  const exported = openExport({
    url: `${endpoint}/v1/traces`,
    headers: headers ?? {},
    service: `${settings.OTEL_SERVICE_NAME}-${process}`,
    environment: settings.PORTICO_ENVIRONMENT,
    mostWaiting,
    ...timing,
    onSent: (count, isTaken) => {
      waiting -= count;
      if (isTaken) return;
      droppedSpans.inc({ reason: 'refused' }, count);
      if (performance.now() - told < reminder) return;
      told = performance.now();
      // Neither address nor answer: both may hold a secret.
      log.warn({ dropped: count }, 'the collector of spans does not take them');
    },
  });
  keepSpans((span: EndedSpan) => {
    if (waiting >= mostWaiting) return droppedSpans.inc({ reason: 'full' });
    waiting += 1;
    exported.take(span);
  });
  return async () => {
    keepSpans(undefined);
    await exported.close();
  };
};
