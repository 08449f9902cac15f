import { setupId } from '#domain/installation/setup.ts';
import { boolean, integer } from './engine/column.ts';
import type { Batch, ProjectionPart, RecordedAs } from './engine/projection.ts';
import { type RowOf, table } from './engine/table.ts';

/** The state of the installation's set-up: one row. None before the first decision. */
const setupTable = table('setup', {
  key: ['id'],
  columns: {
    id: integer(),
    dismissed: boolean(),
    stream_version: integer(),
  },
});

type Row = RowOf<typeof setupTable>;

type SetupEvent = RecordedAs<'FirstAdministratorNamed' | 'FirstAdministratorAppointed' | 'SetupDismissed'>;

/** Returns a row without any decision, because the stream may begin with any of its events. */
const follow = async (event: SetupEvent, batch: Batch, change: Partial<Row> = {}): Promise<void> => {
  const rows = batch.rows(setupTable);
  const row = (await rows.get(setupId)) ?? { id: setupId, dismissed: false, stream_version: 0 };
  if (row.stream_version < event.version) rows.put({ ...row, ...change, stream_version: event.version });
};

export const setup = {
  tables: [setupTable],
  on: {
    FirstAdministratorNamed: (event, batch) => follow(event, batch),
    FirstAdministratorAppointed: (event, batch) => follow(event, batch),
    SetupDismissed: (event, batch) => follow(event, batch, { dismissed: true }),
  },
} satisfies ProjectionPart;
