import type { Counts } from './callers.ts';
import type { Ledger } from './ledger.ts';
import type { LogView } from './log-view.ts';
import type { Findings, waits } from './verdict.ts';
import type { judgeMails } from './verdict-mails.ts';
import type { judgeVisits } from './visitors.ts';

export type Outcome = Readonly<{
  seed: number;
  minutes: number;
  disturbances: ReadonlyMap<string, number>;
  ledger: Ledger;
  view: LogView;
  findings: Findings;
  tally: Counts;
  mails: ReturnType<typeof judgeMails>;
  visits: ReturnType<typeof judgeVisits>;
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

const waitsText = ({ count, p50, p95, longest }: Outcome['waits']['calm']) =>
  `${count} operations, p50 ${seconds(p50)}, p95 ${seconds(p95)}, longest ${longest ? `${seconds(longest.seconds)} (${longest.what})` : '-'}`;

/** Returns whether no fault was found. */
export const isSound = ({ findings, tally, visits, verifier }: Outcome): boolean =>
  Object.values(findings).every((found) => found.length === 0) &&
  visits.open.length === 0 &&
  tally.counts.open === 0 &&
  tally.counts.astray === 0 &&
  tally.counts.broken === 0 &&
  verifier.ok;

/** Returns the report for the terminal. */
export const reportText = (outcome: Outcome): string => {
  const { ledger, view, findings, tally, mails, visits, waits: took, healed, verifier } = outcome;
  const { counts, examples } = tally;
  const unanswered = ledger.entries.filter(({ response, refused }) => !response && !refused).length;
  const retried = ledger.entries.filter(({ attempts }) => attempts > 1).length;
  const ended = (how: string) => [...view.operations.values()].filter(({ end }) => end === how).length;
  return [
    `\nChaos, ${outcome.minutes} minutes, seed ${outcome.seed}`,
    line('went wrong', [...outcome.disturbances].map(([name, count]) => `${name} ${count}`).join(', ')),
    line('sent', `${ledger.entries.length} commands, ${retried} of them more than once`),
    line('acknowledged', ledger.acknowledged().length),
    line(
      'of each kind',
      ledger
        .kinds()
        .map(([kind, count]) => `${kind} ${count}`)
        .join(', '),
    ),
    line('refused', ledger.entries.filter(({ refused }) => refused).length),
    line('unanswered', unanswered),
    line(
      'operations',
      `${ended('completed')} completed, ${ended('superseded')} superseded, ${ended('failed')} failed, ${ended('cancelled')} cancelled`,
    ),
    line('calls', `${counts.calls}, ${counts.answered} answered, ${counts.served} served`),
    line('people', `${visits.visits} looks at what they may read, ${visits.refused} refused though they may`),
    line('mails', `${mails.arrived} arrived, ${mails.doubtful} in doubt`),
    line('undisturbed', waitsText(took.calm)),
    line('disturbed', `${waitsText(took.disturbed)}; at most ${seconds(took.most)} more than disturbances last`),
    line('healed', healed === undefined ? 'not in time' : `in ${seconds(healed)}`),
    line('log', verifier.text.split('\n').at(-1) ?? ''),
    '',
    line('lost', findings.lost.length),
    line('doubled', findings.doubled.length),
    line('stuck', findings.stuck.length),
    line('late', findings.late.length),
    line('open', `${counts.open} calls of APIs, ${visits.open.length} of people without the right`),
    line('wrong', `${counts.broken} with status 500 or more, ${counts.astray} at a wrong target`),
    line('shut', `${counts.refused} valid calls refused`),
    ...listed('Lost', findings.lost),
    ...listed('Doubled', findings.doubled),
    ...listed('Stuck', findings.stuck),
    ...listed('Late', findings.late),
    ...listed('People', visits.open),
    ...listed(
      'Failed',
      [...view.operations.values()].flatMap(({ kind, id, problem }) =>
        problem && !problem.endsWith('mail.in-doubt') ? [`${kind} ${id} ${problem}`] : [],
      ),
    ),
    ...listed('Calls', examples),
    ...listed(
      'Refused commands',
      ledger.refusals().map(([what, count]) => `${count} x ${what}`),
    ),
    ...(verifier.ok ? [] : listed('Verifier', verifier.text.split('\n'))),
  ].join('\n');
};
