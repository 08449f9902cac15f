import * as z from 'zod/mini';

/** What a test of a resource has found. `failed`: it does not work like this. `note`: something to know. */
const testStates = ['ok', 'note', 'failed'] as const;

/** Findings with words of their own. Every other finding is a problem, with a dot in its code. */
const testFindings = [
  'kong',
  'router',
  'nodes',
  'plugins',
  'plugins-lacking',
  'proxy',
  'https',
  'https-untrusted',
  'https-silent',
  'same-kong',
  'other-kong',
  'reports',
  'no-reports',
  'busy',
  'redis',
  'redis-open',
  'redis-password',
  'kafka',
  'kafka-tls',
  'kafka-plain',
  'kafka-password',
  'kafka-open',
  'kafka-rights',
] as const;
export const isTestFinding = (finding: string): finding is (typeof testFindings)[number] =>
  (testFindings as readonly string[]).includes(finding);

/** A finding: its words are a text of the screen, or of a problem where the code has a dot. */
const testStep = z.object({
  finding: z.string(),
  state: z.enum(testStates),
  parameters: z._default(z.record(z.string(), z.union([z.string(), z.number()])), {}),
});
export type TestStep = z.output<typeof testStep>;

/** `POST /api/resource/test`, in the order in which it was tried. Nothing is saved. */
export const resourceTested = z.object({ works: z.boolean(), steps: z.array(testStep) });
export type ResourceTested = z.output<typeof resourceTested>;

/** Seconds that a report of a gateway is waited for at most, from the route on. */
export const reportSeconds = 15;
