import type { DifferenceRow } from '#domain/difference/schema.ts';

/** Returns whether re-applying takes the object away: nobody here applied it. A topic that somebody made anew is adopted instead. */
export const isRemoved = ({ form, subject }: Pick<DifferenceRow, 'form' | 'subject'>): boolean =>
  form === 'added' || (form === 'foreign' && subject.noun === 'deployment');
