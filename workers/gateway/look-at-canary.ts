import type { GatewaySession } from '#gateway/admin-api/session.ts';
import { canaryPath, workerIn } from '#gateway/change/canary.ts';
import { type ProbeResponse, probeAtOnce } from '#gateway/change/probe.ts';
import { afterSeeing, type Propagation } from '#gateway/change/propagation.ts';
import { probeMark } from '#gateway/telemetry/probe-header.ts';
import type { Run } from '../engine/run.ts';

/** Connections opened at once, to reach the workers behind them. */
const batch = 10;
/** Connections in a row that must agree, for each worker: the gateway chooses the worker of a connection. */
const looksPerWorker = 10;

/**
 * What the calls show. `hidden`: something else responds instead of the canary, or nothing does, so it can't be seen
 * from here.
 */
type Verdict = 'in force' | 'not yet' | 'hidden';

/** Kong's text for a path without a route, and for a route whose plugin is not in force yet. */
const notYet = /no Route matched|no Service found/;

const verdictOf = (seen: readonly ProbeResponse[], token: string): Verdict => {
  if (seen.every(({ status, text }) => status === 200 && workerIn(text, token))) return 'in force';
  const isSlow = ({ status }: ProbeResponse) => status === 0;
  return seen.some((each) => isSlow(each) || each.status === 200 || notYet.test(each.text)) ? 'not yet' : 'hidden';
};

/** Calls the canary on as many connections as the known workers need. Returns also what is known of the gateway then. */
export const lookAtCanary = async (
  { run, session: { gateway } }: Readonly<{ run: Run; session: GatewaySession }>,
  token: string,
  before: Propagation,
): Promise<Readonly<{ verdict: Verdict; propagation: Propagation }>> => {
  const call = { method: 'GET', path: canaryPath, secret: token };
  const mark = probeMark(run.services.vault);
  const [nodes, workers] = [new Set<string>(), new Set<string>()];
  let propagation = before;
  for (let seen = 0; seen < propagation.workers * looksPerWorker; seen += batch) {
    const responses = await probeAtOnce(gateway.apiUrl, call, mark, batch);
    for (const worker of responses.map(({ text }) => workerIn(text, token))) {
      if (worker?.node) nodes.add(worker.node);
      if (worker) workers.add(worker.worker);
    }
    propagation = afterSeeing(before, { nodes, workers: workers.size });
    const verdict = verdictOf(responses, token);
    if (verdict !== 'in force') return { verdict, propagation };
  }
  return { verdict: 'in force', propagation };
};
