import { useState } from 'react';
import type { RegistrationRow } from '#domain/registration/schema.ts';

type Selected = ReadonlyMap<number, RegistrationRow>;
const none: Selected = new Map();

/**
 * The requests that are ticked, also those of other pages. With another search or state nothing is ticked any more, so that
 * nobody denies what the list does not show.
 *
 * @param shown identifies what the list shows.
 */
export const useSelectedRequests = (shown: string) => {
  const [kept, setKept] = useState({ shown, rows: none });
  const selected = kept.shown === shown ? kept.rows : none;
  const select = (rows: readonly RegistrationRow[], isSelected: boolean) => {
    const next = new Map(selected);
    for (const row of rows) {
      if (isSelected) next.set(row.id, row);
      else next.delete(row.id);
    }
    setKept({ shown, rows: next });
  };
  return { selected, select, clear: () => setKept({ shown, rows: none }) };
};
