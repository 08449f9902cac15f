import type { Environment } from '#domain/core/environment.ts';
import { streamOf } from '#domain/core/id.ts';
import type { Resource, SubjectName } from '#domain/core/operation-kind.ts';
import { subjectNames } from '#domain/operation-kinds/subject-names.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { integer, nullable, text } from './engine/column.ts';
import type { Batch, ProjectionPart } from './engine/projection.ts';
import { subjectsIn } from './engine/subject-id.ts';
import { table } from './engine/table.ts';

/**
 * What operations are called after, and whose it is. Kept when the thing is gone. `id` is the noun and its id: `api-3`,
 * `deployment-5`.
 */
export const operationSubjectsTable = table('operation_subjects', {
  key: ['id'],
  columns: {
    id: text(),
    name: text(),
    environment: nullable(text<Environment>()),
    /** Where it stands. */
    resource: nullable(text<Resource>()),
    organization_id: nullable(integer()),
    /** An API's, and an application itself. */
    application_id: nullable(integer()),
  },
  prefetch: { id: subjectsIn(Object.keys(subjectNames)) },
});

/** The named columns of a change. */
const columnsOf = ({ name, environment, resource, organizationId, applicationId }: SubjectName) => ({
  ...(name !== undefined && { name }),
  ...(environment !== undefined && { environment }),
  ...(resource !== undefined && { resource }),
  ...(organizationId !== undefined && { organization_id: organizationId }),
  ...(applicationId !== undefined && { application_id: applicationId }),
});

const unnamed = { name: '', environment: null, resource: null, organization_id: null, application_id: null };

const rename = async (batch: Batch, noun: string, change: SubjectName): Promise<void> => {
  const id = streamOf(noun, change.id);
  const rows = batch.rows(operationSubjectsTable);
  rows.put({ ...unnamed, ...(await rows.get(id)), ...columnsOf(change), id });
};

/** Each event belongs to one noun, so no two nouns have a handler of the same. */
const handlers = Object.entries(subjectNames).flatMap(([noun, names]) =>
  Object.entries(names).map(([type, nameIn]) => [
    type,
    ({ data }: RecordedEvent, batch: Batch) => rename(batch, noun, nameIn(data as never)),
  ]),
);

export const operationSubjects = {
  tables: [operationSubjectsTable],
  on: Object.fromEntries(handlers),
} satisfies ProjectionPart;
