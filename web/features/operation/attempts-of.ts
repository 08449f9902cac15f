import type { Arranged, Moment } from '#domain/operation/desk.ts';

/** An attempt with all that it did, or a person's act between attempts. */
export type Section =
  | Readonly<{ type: 'attempt'; number: number; moments: [Moment, ...Moment[]] }>
  | Readonly<{ type: 'act'; moment: Moment }>;

/** A section, or what support arranged meanwhile. */
type Line = Section | Readonly<{ type: 'arranged'; line: Arranged }>;

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

const begunAt = (section: Line): number => {
  if (section.type === 'attempt') return Date.parse(section.moments[0].at);
  return Date.parse(section.type === 'act' ? section.moment.at : section.line.at);
};

/** Puts what support arranged between the sections. What was done during an attempt comes after it. */
export const withArranged = (sections: readonly Section[], arranged: readonly Arranged[]): readonly Line[] =>
  [...sections, ...arranged.map((line) => ({ type: 'arranged', line }) as const)].toSorted(
    (one, other) => begunAt(one) - begunAt(other),
  );
