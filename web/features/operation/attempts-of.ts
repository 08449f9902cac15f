import type { Moment } from '#domain/operation/desk.ts';

/** An attempt with all that it did, or a person's act between attempts. */
export type Section =
  | Readonly<{ type: 'attempt'; number: number; moments: [Moment, ...Moment[]] }>
  | Readonly<{ type: 'act'; moment: Moment }>;

const acts: readonly Moment['type'][] = ['requested', 'replayed', 'cancelling'];

/** Puts the lines of a timeline together: what belongs to one attempt is one section. */
export const sectionsOf = (moments: readonly Moment[]): readonly Section[] => {
  const sections: Section[] = [];
  for (const moment of moments) {
    const last = sections.at(-1);
    // That its noun has heard of it says nothing more than who cancelled it.
    if (moment.type === 'cancelled') continue;
    if (acts.includes(moment.type)) sections.push({ type: 'act', moment });
    else if (last?.type === 'attempt' && last.number === moment.attempt) last.moments.push(moment);
    else sections.push({ type: 'attempt', number: moment.attempt, moments: [moment] });
  }
  return sections;
};
