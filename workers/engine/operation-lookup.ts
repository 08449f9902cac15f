import type { OperationKind } from '#domain/operation-kinds/operation-kinds.ts';
import type { Database } from '#platform/database.ts';
import type { OperationJob, Subject } from './job.ts';

type Row = Readonly<{
  operationId: string;
  replay: number;
  kind: OperationKind;
  noun: string;
  id: string;
  place: string | null;
  cancelling: boolean;
}>;

const columns =
  'id as "operationId", replay, kind, subject_noun as noun, subject_id as id, place, state = \'cancelling\' as cancelling';

const subjectOf = ({ kind, noun, id, place }: Row): Subject => ({ kind, noun, id, ...(place !== null && { place }) });

/** Returns what an operation is about, from the read table; undefined while the table is behind. */
export const findSubject = async (database: Database, operationId: string): Promise<Subject | undefined> => {
  const { rows } = await database.query<Row>(`select ${columns} from operations where id = $1`, [operationId]);
  return rows[0] && subjectOf(rows[0]);
};

/**
 * Returns the jobs of all unfinished operations that have not changed for some time, oldest first. An operation that
 * waits for its next attempt is due only after it. One that waits for a gateway continues by itself.
 *
 * @param quiet milliseconds without a change.
 */
export const unfinishedJobs = async (database: Database, quiet: number, limit = 1_000): Promise<OperationJob[]> => {
  const { rows } = await database.query<Row>(
    `select ${columns} from operations
     where state in ('requested', 'started', 'waiting', 'cancelling')
       and greatest(updated_at, coalesce(next_attempt_at, updated_at)) < now() - make_interval(secs => $1)
       and (state = 'cancelling' or not exists (
         select from waiting_operations waits where waits.operation_id = operations.id
         and (waits.released_at is null or waits.released_at > now() - make_interval(secs => $1))))
     order by updated_at limit $2`,
    [quiet / 1000, limit],
  );
  return rows.map((row) => ({
    ...{ operationId: row.operationId, replay: row.replay, about: subjectOf(row) },
    ...(row.cancelling ? { cancels: true as const } : {}),
  }));
};
