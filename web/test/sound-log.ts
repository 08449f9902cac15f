import type { LogVerificationAnswer } from '#domain/log-verification/schema.ts';

/** A log that was verified, and in which nothing was wrong. */
export const soundLog = {
  verifiedAt: '2026-01-05T01:00:00.000Z',
  events: 4711,
  running: null,
  brokeOffAt: null,
  total: 0,
  findings: [],
  rowsTotal: 0,
  rows: [],
  uncompared: [],
  outsideSince: null,
  sealsDemanded: true,
} as const satisfies LogVerificationAnswer;
