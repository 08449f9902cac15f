import { mostChanges, type SpecChange, type SpecComparison, type Verdict, verdicts } from '#domain/api/comparison.ts';
import { cutText } from '#platform/cut-text.ts';
import type { Found } from './compare-schemas.ts';
import { rules, verdictOf } from './rules.ts';

/** Names come from a stranger's document and may be very long. */
const shortened = (text: string): string => cutText(text, 300);

/** `verdict`: default: the one of the rule, for where it is used. */
export type Add = (
  subject: string,
  kind: SpecChange['kind'],
  effect: SpecChange['effect'],
  found: Found,
  verdict?: Verdict,
) => void;

/** Counts all lines of a comparison and keeps the first of each verdict, as many as a response may have. */
export const changeCollector = (): Readonly<{ add: Add; result: () => SpecComparison }> => {
  const kept = Object.fromEntries(verdicts.map((verdict) => [verdict, []])) as unknown as Record<Verdict, SpecChange[]>;
  const counts: Record<Verdict, number> = { breaks: 0, 'may-break': 0, safe: 0 };
  const add: Add = (
    subject,
    kind,
    effect,
    { rule, use, place, before = '', after = '' },
    verdict = verdictOf(rule, use),
  ) => {
    counts[verdict] += 1;
    const lines = kept[verdict];
    if (lines.length >= mostChanges) return;
    lines.push({
      subject: shortened(subject),
      kind,
      effect,
      what: rules[rule].what,
      verdict,
      place: shortened(place),
      before: shortened(before),
      after: shortened(after),
    });
  };
  return {
    add,
    result: () => ({
      changes: verdicts.flatMap((verdict) => kept[verdict]).slice(0, mostChanges),
      breaking: counts.breaks,
      maybe: counts['may-break'],
      total: counts.breaks + counts['may-break'] + counts.safe,
    }),
  };
};
