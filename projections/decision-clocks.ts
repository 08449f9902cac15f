import type { ClockStep } from '#domain/clock/clock.ts';
import { clockIdOf } from '#domain/clock/clock.ts';
import type { ClockKind } from '#domain/clock/kinds.ts';
import { array, exactText, nullable, text, timestamptz } from './engine/column.ts';
import { timeOf } from './engine/own-stream.ts';
import type { ProjectionPart } from './engine/projection.ts';
import { table } from './engine/table.ts';

/** How far the clock of each thing that waited for a decision came. What was decided in time has no row. */
const clocksTable = table('decision_clocks', {
  key: ['id'],
  columns: {
    /** That of its row in the inbox: `access-12`. */
    id: exactText(),
    kind: text<ClockKind>(),
    /** When it began to wait. A row about something that began earlier says nothing about it. */
    since: timestamptz(),
    step: text<ClockStep>(),
    /** When others were told that its time is over, and who. Null: they were not. */
    escalated_at: nullable(timestamptz()),
    escalated_to: array(text()),
  },
});

export const decisionClocks = {
  tables: [clocksTable],
  on: {
    DecisionReminded: ({ data }, batch) => {
      const { kind, since, step } = data;
      const row = { id: clockIdOf(data), kind, since: new Date(since), step, escalated_at: null, escalated_to: [] };
      batch.rows(clocksTable).put(row);
    },
    DecisionOverdue: (event, batch) => {
      const { kind, since, told } = event.data;
      batch.rows(clocksTable).put({
        ...{ id: clockIdOf(event.data), kind, since: new Date(since), step: 'over' },
        escalated_at: timeOf(event),
        escalated_to: [...new Set(told.map(({ as }) => as))],
      });
    },
  },
} satisfies ProjectionPart;
