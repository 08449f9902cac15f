import { useState } from 'react';

type Kept<Row extends { id: number | string }> = Readonly<{ shown: string; rows: ReadonlyMap<Row['id'], Row> }>;

/**
 * The rows of a list that are ticked, also those of other pages. With another search or state nothing is ticked any more, so that
 * nobody decides about what the list does not show.
 *
 * @param shown identifies what the list shows.
 */
export const useSelectedRows = <Row extends { id: number | string }>(shown: string) => {
  const [kept, setKept] = useState<Kept<Row>>({ shown, rows: new Map() });
  const selected: Kept<Row>['rows'] = kept.shown === shown ? kept.rows : new Map();
  const select = (rows: readonly Row[], isSelected: boolean) => {
    const next = new Map<Row['id'], Row>(selected);
    for (const row of rows) {
      if (isSelected) next.set(row.id, row);
      else next.delete(row.id);
    }
    setKept({ shown, rows: next });
  };
  return { selected, select, clear: () => setKept({ shown, rows: new Map() }) };
};

export type Selection<Row extends { id: number | string }> = ReturnType<typeof useSelectedRows<Row>>;
