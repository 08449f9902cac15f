import type { Environment } from '#domain/core/environment.ts';
import { erased } from '#domain/core/erased.ts';
import type { Role } from '#domain/core/role.ts';
import type { ReviewLine, ReviewLineKind, ReviewVerdict } from '#domain/review-round/review-round.ts';
import { integer, nullable, text, timestamptz } from './engine/column.ts';
import { eraseRows } from './engine/erase-rows.ts';
import { insertOnce, timeOf, updateOnce } from './engine/own-stream.ts';
import type { Batch, ProjectionPart, RecordedAs } from './engine/projection.ts';
import { byField, table } from './engine/table.ts';

const roundsTable = table('review_rounds', {
  key: ['id'],
  columns: {
    id: integer(),
    /** Whose lines are reviewed. Null: those of all organizations. */
    organization_id: nullable(integer()),
    started_by: integer(),
    /** The organization of whoever started it. */
    started_for: integer(),
    started_at: timestamptz(),
    due_at: timestamptz(),
    /** The last reminder, in days before the end. Null: none yet. */
    told_days: nullable(integer()),
    /** Null: nobody closed it; nothing waited any more, or it is open. */
    closed_by: nullable(integer()),
    closed_at: nullable(timestamptz()),
    stream_version: integer(),
  },
  indexes: ['(started_at, id)', '(due_at, id)', '(due_at) where closed_at is null'],
  prefetch: { id: byField('reviewRoundId') },
});

/** How far a round is, for each organization. */
const partsTable = table('review_parts', {
  key: ['review_round_id', 'organization_id'],
  columns: {
    review_round_id: integer(),
    organization_id: integer(),
    lines: integer(),
    kept: integer(),
    revoked: integer(),
    ended: integer(),
  },
  indexes: ['(organization_id, review_round_id)'],
  prefetch: { review_round_id: byField('reviewRoundId') },
});

const lineId = (roundId: number, line: number): string => `${roundId}-${line}`;

/** The lines of all rounds. A closed round keeps them. */
const linesTable = table('review_lines', {
  key: ['id'],
  columns: {
    id: text(),
    review_round_id: integer(),
    line: integer(),
    kind: text<ReviewLineKind>(),
    organization_id: integer(),
    /** The grant, the key, or the person with the role. */
    thing_id: integer(),
    name: text(),
    nickname: text(),
    role: nullable(text<Role>()),
    environment: nullable(text<Environment>()),
    given_at: timestamptz(),
    last_used_at: nullable(timestamptz()),
    /** Since when nobody uses it: from the last use, or from the beginning. Null: nobody measures it. */
    idle_since: nullable(timestamptz()),
    verdict: nullable(text<ReviewVerdict>()),
    reason: text(),
    decided_by: nullable(integer()),
    decided_at: nullable(timestamptz()),
  },
  generated: { search: `fold_text(name || ' ' || nickname)`, sort_name: 'fold_text(name)' },
  lookups: ['decided_by'],
  indexes: [
    '(review_round_id, idle_since, id)',
    '(review_round_id, sort_name, id)',
    '(review_round_id, organization_id) where verdict is null',
  ],
  prefetch: {
    id: ({ data: { reviewRoundId, lines } }) =>
      Array.isArray(lines)
        ? lines.map((line: number | ReviewLine) =>
            lineId(Number(reviewRoundId), typeof line === 'number' ? line : line.line),
          )
        : undefined,
  },
});

const list = async (event: RecordedAs<'ReviewLinesListed'>, batch: Batch): Promise<void> => {
  const { reviewRoundId, lines } = event.data;
  const [rows, parts] = [batch.rows(linesTable), batch.rows(partsTable)];
  for (const { line, kind, organizationId, thingId, name, nickname, role, environment, givenAt, lastUsed } of lines) {
    const id = lineId(reviewRoundId, line);
    if (await rows.get(id)) continue;
    const [given_at, last_used_at] = [new Date(givenAt), lastUsed === null ? null : new Date(lastUsed)];
    rows.put({
      ...{ id, review_round_id: reviewRoundId, line, kind, organization_id: organizationId, thing_id: thingId },
      ...{ name, nickname, role, environment, given_at, last_used_at },
      idle_since: kind === 'event-access' ? null : last_used_at && last_used_at > given_at ? last_used_at : given_at,
      ...{ verdict: null, reason: '', decided_by: null, decided_at: null },
    });
    const part = await parts.get(reviewRoundId, organizationId);
    const { lines: count, ...rest } = part ?? {
      ...{ review_round_id: reviewRoundId, organization_id: organizationId },
      ...{ lines: 0, kept: 0, revoked: 0, ended: 0 },
    };
    parts.put({ ...rest, lines: count + 1 });
  }
};

const judge = async (
  event: RecordedAs<'ReviewLinesKept' | 'ReviewLinesRevoked' | 'ReviewLinesEnded'>,
  batch: Batch,
  verdict: ReviewVerdict,
): Promise<void> => {
  const { reviewRoundId, lines } = event.data;
  const by = 'decidedBy' in event.data ? event.data : { decidedBy: null, reason: '' };
  const [rows, parts] = [batch.rows(linesTable), batch.rows(partsTable)];
  for (const line of lines) {
    const row = await rows.get(lineId(reviewRoundId, line));
    // The event came a second time.
    if (!row || row.verdict !== null) continue;
    rows.put({ ...row, verdict, reason: by.reason, decided_by: by.decidedBy, decided_at: timeOf(event) });
    const part = await parts.get(reviewRoundId, row.organization_id);
    if (part) parts.put({ ...part, [verdict]: part[verdict] + 1 });
  }
};

/** Review rounds, their lines, and how far each organization is. */
export const reviewRounds = {
  tables: [roundsTable, partsTable, linesTable],
  on: {
    ReviewRoundStarted: (event, batch) => {
      const { reviewRoundId: id, organizationId, startedBy, startedAt, dueAt } = event.data;
      return insertOnce(batch.rows(roundsTable), id, {
        id,
        organization_id: organizationId,
        started_by: startedBy,
        started_for: event.meta.actor.organizationId,
        started_at: new Date(startedAt),
        due_at: new Date(dueAt),
        told_days: null,
        closed_by: null,
        closed_at: null,
        stream_version: event.version,
      });
    },
    ReviewLinesListed: list,
    ReviewLinesKept: (event, batch) => judge(event, batch, 'kept'),
    ReviewLinesRevoked: (event, batch) => judge(event, batch, 'revoked'),
    ReviewLinesEnded: (event, batch) => judge(event, batch, 'ended'),
    ReviewRoundDue: (event, batch) =>
      updateOnce(batch.rows(roundsTable), event.data.reviewRoundId, event, () => ({ told_days: event.data.days })),
    ReviewRoundClosed: (event, batch) =>
      updateOnce(batch.rows(roundsTable), event.data.reviewRoundId, event, () => ({
        closed_by: event.data.closedBy,
        closed_at: timeOf(event),
      })),
    UserErased: ({ data }, batch) =>
      eraseRows(batch.rows(linesTable), 'decided_by', data.userId, () => ({ reason: erased })),
  },
} satisfies ProjectionPart;
