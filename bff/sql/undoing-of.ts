import { neverReason } from '#domain/undo/rules.ts';
import type { ReadTables } from '#projections/read-tables.ts';

type Row = Pick<ReadTables['history'], 'undoes' | 'undone_by' | 'kind'>;

/** Returns what an entry says about undoing. */
export const undoingOf = ({ undoes, undone_by: undoneBy, kind }: Row) => ({
  undoes,
  undoneBy,
  never: neverReason(kind),
});
