import { Counter } from 'prom-client';

/** Read by every `/metrics` of this process: commands whose events the log did not take, because it is away or can't write. */
export const failedAppends = new Counter({
  name: 'portico_appends_failed_total',
  help: 'Commands whose events the event log did not take, because it is away or can not write',
  registers: [],
});
