import type { ApiDetails, SpecReference } from '#domain/api/api.ts';
import { plainText } from '#domain/api/plain-text.ts';
import type { ApiRow } from '#domain/api/schema.ts';
import { searchNameOf, searchTextOf } from '#domain/api/search-terms.ts';
import { type Environment, environments } from '#domain/core/environment.ts';
import { keepVersion, versionsTable } from './api-versions.ts';
import { countWords, wordsTable } from './api-words.ts';
import { applicationsTable } from './applications.ts';
import { deploymentsTable } from './deployments.ts';
import { array, integer, nullable, text, timestamptz, uuid } from './engine/column.ts';
import { insertOnce, timeOf, updateOnce } from './engine/own-stream.ts';
import type { Batch, ProjectionPart } from './engine/projection.ts';
import { byField, type RowOf, registeredIn, table } from './engine/table.ts';
import { organizationsTable } from './organizations.ts';

export const apisTable = table('apis', {
  key: ['id'],
  columns: {
    id: integer(),
    name: text(),
    description: text(),
    /** `info.version` of the current document. */
    version: text(),
    source_repo: text(),
    application_id: nullable(integer()),
    application_name: nullable(text()),
    organization_id: integer(),
    organization_name: text(),
    /** The words of the name, also joined, and those of name, application and description (domain/api/search-terms.ts). */
    search_name: text(),
    search_text: text(),
    business_area_id: nullable(integer()),
    /** The key of its text in `spec_documents`. */
    spec_hash: text(),
    spec_format: text<ApiRow['format']>(),
    /** Null for a PDF. */
    spec_version: nullable(text<NonNullable<SpecReference['specVersion']>>()),
    /** Bytes. */
    spec_size: integer(),
    revision: integer(),
    /** How many operations the document describes. */
    operations: integer(),
    /** Addresses that the document names. */
    servers: array(text()),
    /** Environments where a gateway serves it, in the order DEV to PROD. */
    environments: array(text<Environment>()),
    state: text<ApiRow['state']>(),
    /** The operation that deletes the API. */
    deletion: nullable(uuid()),
    created_by: integer(),
    created_at: timestamptz(),
    updated_at: timestamptz(),
    stream_version: integer(),
  },
  // Lower case for lists, so that sorting ignores case.
  generated: {
    sort_name: 'fold_text(name)',
    sort_application: "fold_text(coalesce(application_name, ''))",
    sort_organization: 'fold_text(organization_name)',
  },
  lookups: ['organization_id', 'application_id'],
  // One index for each sort order of the gallery, usable in both directions, and one for parts of words.
  indexes: [
    '(sort_name, id)',
    '(version, id)',
    '(sort_application, id)',
    '(sort_organization, id)',
    '(created_at, id)',
    '(updated_at, id)',
    'using gin (search_text gin_trgm_ops)',
  ],
  prefetch: {
    id: byField('apiId'),
    // A rebuild reads thousands of registrations in a row, and almost none has an API yet.
    organization_id: registeredIn('organization', 'organizationId'),
    application_id: registeredIn('application', 'applicationId'),
  },
});

type Row = RowOf<typeof apisTable>;

const rowsOf = (batch: Batch) => batch.rows(apisTable);

const detailColumns = ({ name, description, sourceRepo, businessAreaId }: ApiDetails) => ({
  name,
  description,
  source_repo: sourceRepo,
  business_area_id: businessAreaId,
});

/** Returns the texts that are searched. The description is plain text, because nobody searches for names of HTML tags. */
const searchColumns = ({
  name,
  description,
  application_name,
}: Pick<Row, 'name' | 'description' | 'application_name'>) => ({
  search_name: searchNameOf(name),
  search_text: searchTextOf(`${name}\n${application_name ?? ''}\n${plainText(description)}`),
});

const specColumns = (spec: SpecReference) => ({
  version: spec.version,
  spec_hash: spec.hash,
  spec_format: spec.format,
  spec_version: spec.specVersion,
  spec_size: spec.size,
  operations: spec.operations,
  servers: spec.servers,
});

/** Returns the environments where an API is served, in the order DEV to PROD. */
const servedIn = (rows: readonly Pick<RowOf<typeof deploymentsTable>, 'environment' | 'applied'>[]): Environment[] =>
  environments.filter((environment) => rows.some((row) => row.environment === environment && row.applied !== null));

/** @param served whether the gateway serves the deployment after the event. Its row is updated later, by another part. */
const followDeployment = async (batch: Batch, deploymentId: number, served: boolean): Promise<void> => {
  const deployment = await batch.rows(deploymentsTable).get(deploymentId);
  const row = deployment && (await rowsOf(batch).get(deployment.api_id));
  if (!row) return;
  const others = (await batch.rows(deploymentsTable).where('api_id', row.id)).filter(({ id }) => id !== deploymentId);
  const now = { environment: deployment.environment, applied: served ? deployment.config : null };
  rowsOf(batch).put({ ...row, environments: servedIn([...others, now]) });
};

const nameApplication = async (batch: Batch, applicationId: number, name: string): Promise<void> => {
  for (const row of await rowsOf(batch).where('application_id', applicationId)) {
    const named = { ...row, application_name: name };
    rowsOf(batch).put({ ...named, ...searchColumns(named) });
  }
};

const renameOrganization = async (batch: Batch, organizationId: number, name: string): Promise<void> => {
  for (const row of await rowsOf(batch).where('organization_id', organizationId))
    rowsOf(batch).put({ ...row, organization_name: name });
};

export const apis = {
  tables: [apisTable, wordsTable, versionsTable],
  on: {
    ApiPublished: async (event, batch) => {
      const { apiId: id, organizationId, applicationId, details, spec } = event.data;
      const organization = await batch.rows(organizationsTable).get(organizationId);
      const application = applicationId === null ? undefined : await batch.rows(applicationsTable).get(applicationId);
      await keepVersion(event, batch, 1, null);
      const application_name = application?.name ?? null;
      const row: Row = {
        id,
        ...detailColumns(details),
        ...specColumns(spec),
        ...searchColumns({ ...details, application_name }),
        application_id: applicationId,
        application_name,
        organization_id: organizationId,
        organization_name: organization?.name ?? '',
        revision: 1,
        environments: servedIn(await batch.rows(deploymentsTable).where('api_id', id)),
        state: 'published',
        deletion: null,
        created_by: event.meta.actor.userId,
        created_at: timeOf(event),
        updated_at: timeOf(event),
        stream_version: event.version,
      };
      await insertOnce(rowsOf(batch), id, row);
    },
    ApiSpecChanged: async (event, batch) => {
      const { apiId, revision, restores, spec } = event.data;
      await keepVersion(event, batch, revision, restores);
      await updateOnce(rowsOf(batch), apiId, event, () => ({
        ...specColumns(spec),
        revision,
        updated_at: timeOf(event),
      }));
    },
    ApiDetailsChanged: (event, batch) =>
      updateOnce(rowsOf(batch), event.data.apiId, event, ({ application_name }) => ({
        ...detailColumns(event.data.to),
        ...searchColumns({ ...event.data.to, application_name }),
        updated_at: timeOf(event),
      })),
    ApiAssigned: async (event, batch) => {
      const { apiId, applicationId } = event.data;
      const application_name = (await batch.rows(applicationsTable).get(applicationId))?.name ?? null;
      await updateOnce(rowsOf(batch), apiId, event, (row) => ({
        ...searchColumns({ ...row, application_name }),
        application_id: applicationId,
        application_name,
        updated_at: timeOf(event),
      }));
    },
    ApiDeletionRequested: (event, batch) =>
      updateOnce(rowsOf(batch), event.data.apiId, event, () => ({
        state: 'deleting' as const,
        deletion: event.data.operationId,
      })),
    ApiDeleted: async (event, batch) => {
      const { apiId } = event.data;
      const row = await rowsOf(batch).get(apiId);
      if (row) rowsOf(batch).remove(row);
      for (const version of await batch.rows(versionsTable).where('api_id', apiId))
        batch.rows(versionsTable).remove(version);
    },
    DeploymentApplied: (event, batch) => followDeployment(batch, event.data.deploymentId, true),
    DeploymentRemoved: (event, batch) => followDeployment(batch, event.data.deploymentId, false),
    // The gallery sorts and searches by these names. A new organization has no API yet, except if its stream was parked for a
    // while.
    OrganizationRegistered: ({ data }, batch) => renameOrganization(batch, data.organizationId, data.name),
    OrganizationDetailsChanged: async ({ data }, batch) => {
      if (data.from.name !== data.to.name) await renameOrganization(batch, data.organizationId, data.to.name);
    },
    ApplicationRegistered: ({ data }, batch) => nameApplication(batch, data.applicationId, data.name),
    ApplicationDetailsChanged: ({ data }, batch) => nameApplication(batch, data.applicationId, data.to.name),
  },
  settle: (batch) => countWords(batch, rowsOf(batch).changes()),
} satisfies ProjectionPart;
