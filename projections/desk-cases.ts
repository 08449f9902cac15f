import { integer, nullable, text, timestamptz, uuid } from './engine/column.ts';
import { insertOnce, timeOf, updateOnce } from './engine/own-stream.ts';
import type { Batch, ProjectionPart, RecordedAs } from './engine/projection.ts';
import { type RowOf, table } from './engine/table.ts';

const prefix = 'desk-case-';
const caseOf = ({ stream }: Readonly<{ stream: string }>): string | undefined =>
  stream.startsWith(prefix) ? stream.slice(prefix.length) : undefined;

/** What support arranged about operations and causes. */
const casesTable = table('desk_cases', {
  key: ['id'],
  columns: {
    id: uuid(),
    /** An operation's id, or a cause. */
    about: text(),
    holder: nullable(integer()),
    /** The application whose owner the holder is. Null: somebody of the staff. */
    owner_of: nullable(integer()),
    handed_by: nullable(integer()),
    handed_at: nullable(timestamptz()),
    note: text(),
    muted_until: nullable(timestamptz()),
    muted_by: nullable(integer()),
    mute_reason: text(),
    stream_version: integer(),
  },
  indexes: ['(about)', '(holder)'],
  prefetch: { id: caseOf },
});

type Row = RowOf<typeof casesTable>;
type DeskCaseEvent = RecordedAs<'DeskCaseHandedOver' | 'DeskCaseTakenBack' | 'DeskCauseMuted' | 'DeskCauseUnmuted'>;

const nobody = { holder: null, owner_of: null, handed_by: null, handed_at: null, note: '' };
const audible = { muted_until: null, muted_by: null, mute_reason: '' };

const change = async (event: DeskCaseEvent, batch: Batch, to: Partial<Row>): Promise<void> => {
  const id = caseOf(event) ?? '';
  const rows = batch.rows(casesTable);
  await insertOnce(rows, id, { id, about: event.data.about, ...nobody, ...audible, stream_version: 0 });
  await updateOnce(rows, id, event, () => to);
};

export const deskCases = {
  tables: [casesTable],
  on: {
    DeskCaseHandedOver: (event, batch) => {
      const { to: holder, ownerOf: owner_of = null, note } = event.data;
      const handed = { handed_by: event.meta.actor.userId, handed_at: timeOf(event) };
      return change(event, batch, { holder, owner_of, note, ...handed });
    },
    DeskCaseTakenBack: (event, batch) => change(event, batch, nobody),
    DeskCauseMuted: (event, batch) => {
      const { until, reason: mute_reason } = event.data;
      const muted = { muted_until: new Date(until), muted_by: event.meta.actor.userId };
      return change(event, batch, { ...muted, mute_reason });
    },
    DeskCauseUnmuted: (event, batch) => change(event, batch, audible),
  },
} satisfies ProjectionPart;
