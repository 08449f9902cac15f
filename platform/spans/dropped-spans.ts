import { Counter } from 'prom-client';

/** Read by every `/metrics` of this process, whether spans are sent or not: an alarm about a metric that is not there never comes. */
export const droppedSpans = new Counter({
  name: 'portico_spans_dropped_total',
  help: 'Spans that nobody got: `full` while too many waited, `refused` where the collector did not take them',
  labelNames: ['reason'],
  registers: [],
});
for (const reason of ['full', 'refused']) droppedSpans.inc({ reason }, 0);
