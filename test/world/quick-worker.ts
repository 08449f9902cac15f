import { defaultRepeats } from '#gateway/admin-api/repeat.ts';
import { createTargetPolicy, defaultTargets } from '#gateway/target/target-policy.ts';

/** Waits that are short enough for tests and long enough to be seen, and limits that a busy machine keeps. */
export const quick = {
  backOff: { first: 40, cap: 300, attempts: 8, longest: 300, busy: 30, free: 100, unproved: 300_000 },
  timing: { call: 5_000, live: 2_000, look: 20, repeats: { ...defaultRepeats, first: 5 } },
  outage: { first: 20, cap: 60, look: 40, atOnce: 4 },
  lock: 300,
  lease: 12_000,
  // The upstreams of tests are on this machine.
  targets: createTargetPolicy({ ...defaultTargets, UPSTREAM_ALLOW_NETWORKS: ['127.0.0.0/8'] }),
};
