import type { Counts } from './callers.ts';
import type { Ledger } from './ledger.ts';
import type { LogView } from './log-view.ts';
import type { Findings, waits } from './verdict.ts';

export type Outcome = Readonly<{
  seed: number;
  minutes: number;
  disturbances: ReadonlyMap<string, number>;
  ledger: Ledger;
  view: LogView;
  findings: Findings;
  tally: Counts;
  waits: ReturnType<typeof waits>;
  healed: number | undefined;
  verifier: Readonly<{ ok: boolean; text: string }>;
}>;

/** The most lines of one kind to print. */
const most = 15;

const line = (title: string, value: string | number) => `${title.padEnd(14)} ${value}`;
const listed = (title: string, lines: readonly string[]) =>
  lines.length === 0
    ? []
    : [`\n${title}:`, ...lines.slice(0, most).map((each) => `  ${each}`), ...(lines.length > most ? ['  ...'] : [])];
const seconds = (value: number) => `${value.toFixed(1)} s`;

/** Returns whether no fault was found. */
export const isSound = ({ findings, tally, verifier }: Outcome): boolean =>
  Object.values(findings).every((found) => found.length === 0) &&
  tally.counts.open === 0 &&
  tally.counts.astray === 0 &&
  tally.counts.broken === 0 &&
  verifier.ok;

/** Returns the report for the terminal. */
export const reportText = (outcome: Outcome): string => {
  const { ledger, view, findings, tally, waits: took, healed, verifier } = outcome;
  const { counts, examples } = tally;
  const unanswered = ledger.entries.filter(({ response, refused }) => !response && !refused).length;
  const retried = ledger.entries.filter(({ attempts }) => attempts > 1).length;
  const ended = (how: string) => [...view.operations.values()].filter(({ end }) => end === how).length;
  return [
    `\nChaos, ${outcome.minutes} minutes, seed ${outcome.seed}`,
    line('went wrong', [...outcome.disturbances].map(([name, count]) => `${name} ${count}`).join(', ')),
    line('sent', `${ledger.entries.length} commands, ${retried} of them more than once`),
    line('acknowledged', ledger.acknowledged().length),
    line('refused', ledger.entries.filter(({ refused }) => refused).length),
    line('unanswered', unanswered),
    line('operations', `${ended('completed')} completed, ${ended('superseded')} superseded, ${ended('failed')} failed`),
    line('calls', `${counts.calls}, ${counts.answered} answered, ${counts.served} served`),
    line('longest wait', took.longest ? `${seconds(took.longest.seconds)} (${took.longest.what})` : '-'),
    line('usual wait', `p50 ${seconds(took.p50)}, p95 ${seconds(took.p95)}`),
    line('healed', healed === undefined ? 'not in time' : `in ${seconds(healed)}`),
    line('log', verifier.text.split('\n').at(-1) ?? ''),
    '',
    line('lost', findings.lost.length),
    line('doubled', findings.doubled.length),
    line('stuck', findings.stuck.length),
    line('open', counts.open),
    line('wrong', `${counts.broken} with status 500 or more, ${counts.astray} at a wrong target`),
    line('shut', `${counts.refused} valid calls refused`),
    ...listed('Lost', findings.lost),
    ...listed('Doubled', findings.doubled),
    ...listed('Stuck', findings.stuck),
    ...listed(
      'Failed',
      [...view.operations.values()].flatMap(({ kind, id, problem }) => (problem ? [`${kind} ${id} ${problem}`] : [])),
    ),
    ...listed('Calls', examples),
    ...listed(
      'Refused commands',
      ledger.refusals().map(([what, count]) => `${count} x ${what}`),
    ),
    ...(verifier.ok ? [] : listed('Verifier', verifier.text.split('\n'))),
  ].join('\n');
};
