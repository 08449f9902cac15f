import type { Database } from '#platform/database.ts';
import type { Finding } from './finding.ts';

/** The most findings that are kept of a verification, and rows that are named of a comparison. `npm run log -- verify` tells all findings. */
export const mostKept = 100;

/** Days that something stays told which the database can't show a second time, such as a checkpoint that is gone. */
const daysTold = 7;

/**
 * What is known of the log.
 *
 * @property verifiedAt when the newest verification of the whole log ended.
 * @property events     how many events it looked at.
 * @property rows       of read tables that were changed by hand in the last days, and were built anew.
 * @property rowsTotal  how many they are, with those that are not named.
 * @property uncompared read tables that could not be compared before they were built anew.
 */
export type LogVerification = Readonly<{
  verifiedAt: Date | null;
  events: number;
  findings: readonly Finding[];
  rows: readonly ChangedRow[];
  rowsTotal: number;
  uncompared: readonly string[];
}>;

/**
 * A row of a read table that does not follow from the events.
 *
 * @property key      the values of its primary key, with spaces between them.
 * @property others   instead of a row: how many more of the table there are.
 * @property compared false, instead of a row: the table could not be compared.
 */
export type ChangedRow = Readonly<{ table: string; key: string; others?: number; compared?: false }>;

type Verification = Readonly<{ kind: 'new' | 'whole'; began: Date; events: number; findings: readonly Finding[] }>;

export const keepVerification = async (
  database: Database,
  { kind, began, events, findings }: Verification,
): Promise<void> => {
  await database.query('insert into log_verifications (kind, began_at, events, findings) values ($1, $2, $3, $4)', [
    kind,
    began,
    events,
    JSON.stringify(findings.slice(0, mostKept)),
  ]);
};

/** Keeps which rows of read tables were found changed. The whole log is verified then. */
export const keepChangedRows = async (database: Database, rows: readonly ChangedRow[]): Promise<void> => {
  await database.query(
    `insert into log_verifications (kind, began_at, events, findings) values ('rows', clock_timestamp(), 0, $1)`,
    [JSON.stringify(rows)],
  );
};

/**
 * Returns whether the whole log is to be verified: once a night after 2 o'clock (UTC), after something was found, and when asked for.
 *
 * @param isHeldBack whether only what was asked for is due.
 */
export const isVerificationDue = async (database: Database, isHeldBack = false): Promise<boolean> => {
  const { rows } = await database.query<{ due: boolean }>(
    `select not $1::boolean and coalesce((select began_at from log_verifications where kind = 'whole' order by id desc limit 1), '-infinity')
       < greatest(
         date_trunc('day', now() - interval '2 hours', 'UTC') + interval '2 hours',
         coalesce((select ended_at from log_verifications where kind in ('new', 'rows') order by id desc limit 1), '-infinity')
       ) or exists (select from log_verification_requests where ended_at is null) as due`,
    [isHeldBack],
  );
  return rows[0]?.due ?? false;
};

const nameOf = ({ stream, version, reason }: Finding): string => `${stream} ${version} ${reason}`;

/**
 * Returns what is wrong with the log, as far as it was found, each once.
 *
 * @param days how long it tells what a verification of the whole log may not find a second time.
 */
export const readVerification = async (database: Database, days = daysTold): Promise<LogVerification> => {
  type Kept = Readonly<{ kind: string; endedAt: Date; events: number; findings: readonly unknown[] }>;
  const { rows } = await database.query<Kept>(
    `(select kind, ended_at as "endedAt", events, findings from log_verifications where kind = 'whole' order by id desc limit 1)
     union all
     (select kind, ended_at, events, findings from log_verifications
      where kind in ('new', 'rows') and ended_at > now() - make_interval(days => $1) order by id desc limit 100)`,
    [days],
  );
  const whole = rows.find(({ kind }) => kind === 'whole');
  // The newest come last, and take the place of the same ones before.
  const of = <Found>(wanted: (kind: string) => boolean) =>
    rows
      .filter(({ kind }) => wanted(kind))
      .toReversed()
      .flatMap(({ findings }) => findings as Found[]);
  const findings = new Map(of<Finding>((kind) => kind !== 'rows').map((finding) => [nameOf(finding), finding]));
  // The whole log's come last: they tell since when.
  for (const finding of (whole?.findings ?? []) as Finding[]) findings.set(nameOf(finding), finding);
  const changed = [
    ...new Map(
      of<ChangedRow>((kind) => kind === 'rows').map((row) => [
        JSON.stringify([row.table, row.key, row.others !== undefined, row.compared]),
        row,
      ]),
    ).values(),
  ];
  const rowsFound = changed.filter(({ compared = true }) => compared);
  return {
    verifiedAt: whole?.endedAt ?? null,
    events: whole?.events ?? 0,
    findings: [...findings.values()],
    rows: rowsFound.filter(({ others }) => others === undefined),
    rowsTotal: rowsFound.reduce((sum, { others = 1 }) => sum + others, 0),
    uncompared: changed.filter((row) => !rowsFound.includes(row)).map(({ table }) => table),
  };
};

/** A place outside the database that does not take checkpoints. */
type AwaySink = Readonly<{ sink: string; since: Date }>;

export const readAwaySinks = async (database: Database): Promise<readonly AwaySink[]> => {
  const { rows } = await database.query<AwaySink>(
    'select sink, failing_since as since from log_checkpoint_sinks where failing_since is not null order by sink',
  );
  return rows;
};

/** Ends what is told of places that the settings name no more. @param names those that they name. */
export const forgetOtherSinks = async (database: Database, names: readonly string[]): Promise<void> => {
  await database.query(
    'update log_checkpoint_sinks set failing_since = null, fault = null where sink <> all($1) and failing_since is not null',
    [names],
  );
};
