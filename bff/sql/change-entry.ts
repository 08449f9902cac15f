type Row<Kind, Changes> = Readonly<{
  id: string;
  kind: Kind;
  happened_at: Date;
  user_id: number;
  user_name: string;
  changes: Changes;
}>;

/** Returns an entry of a noun's own history as the panels show it. `user` is null for what Portico did itself. */
export const changeEntry = <Kind, Changes>(row: Row<Kind, Changes>) => ({
  id: row.id,
  kind: row.kind,
  happenedAt: row.happened_at.toISOString(),
  user: row.user_id === 0 ? null : { id: row.user_id, name: row.user_name },
  changes: row.changes,
});
