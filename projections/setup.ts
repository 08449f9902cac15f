import { setupId } from '#domain/installation/setup.ts';
import { anyTable, type Batch, type ProjectionPart, type RecordedAs } from './engine/projection.ts';
import type { TableDefinition } from './engine/table.ts';
import type { SetupTable } from './engine/tables.ts';

const setupTable: TableDefinition<SetupTable> = {
  name: 'setup',
  key: ['id'],
  columns: { id: 'integer not null', dismissed: 'boolean not null', stream_version: 'integer not null' },
};

type SetupEvent = RecordedAs<'FirstAdministratorNamed' | 'FirstAdministratorAppointed' | 'SetupDismissed'>;

/** The stream may begin with any of its events. */
const follow = async (event: SetupEvent, batch: Batch, change: Partial<SetupTable> = {}): Promise<void> => {
  const rows = batch.rows(setupTable);
  const row = (await rows.get(setupId)) ?? { id: setupId, dismissed: false, stream_version: 0 };
  if (row.stream_version < event.version) rows.put({ ...row, ...change, stream_version: event.version });
};

export const setup: ProjectionPart = {
  tables: [anyTable(setupTable)],
  on: {
    FirstAdministratorNamed: (event, batch) => follow(event, batch),
    FirstAdministratorAppointed: (event, batch) => follow(event, batch),
    SetupDismissed: (event, batch) => follow(event, batch, { dismissed: true }),
  },
};
