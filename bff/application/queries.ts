import {
  getApplication,
  getApplicationForm,
  listApplicationChanges,
  listApplications,
} from '#domain/application/calls.ts';
import { applicationHistory } from '#domain/application/history.ts';
import { applicationPageSize } from '#domain/application/limits.ts';
import { listApplicationOptions } from '#domain/application/option-calls.ts';
import { hasRole } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { listRoutes } from '../http/list-routes.ts';
import { authorize, authorizeOpenly, type Received, route } from '../http/route.ts';
import { ownHistoryOf } from '../sql/newest-entries.ts';
import { detailOf, formOf } from './application-detail.ts';
import { readApplications } from './application-list.ts';
import { type FoundApplication, findApplication } from './row.ts';

/** @throws RefusedError 404 unless the application exists and the user may read it. */
export const readableApplication = async (
  { actor, services }: Pick<Received, 'actor' | 'services'>,
  id: number,
): Promise<FoundApplication> => {
  const row = await findApplication(services.db, id);
  if (!row || !may(actor, 'application.read', row.resource)) throw new RefusedError(notFound());
  return row;
};

/** The panel shows the newest entries. More would not be read there. */
const historyLength = 30;

export const applicationQueries = [
  route(listApplicationOptions, {
    action: 'application.list',
    summary: 'The applications that the user may publish for: those they maintain, all for a portal administrator',
    handle: async ({ services, actor }) => {
      const all = services.db
        .selectFrom('applications')
        .innerJoin('organizations', 'organizations.id', 'applications.organization_id')
        .select(['applications.id', 'applications.name', 'organizations.name as orgname'])
        .where('applications.state', '=', 'active')
        .orderBy('applications.name')
        .orderBy('applications.id');
      if (hasRole(actor, 'ROLE_PORTAL_ADMIN')) return await all.execute();
      return actor.ownerApps.length === 0 ? [] : await all.where('applications.id', 'in', actor.ownerApps).execute();
    },
  }),
  ...listRoutes(listApplications, {
    action: 'application.list',
    why: 'application.read',
    summary:
      'Applications, nine a page, newest first: all for administrators, else those of the user and their organization',
    pageSize: applicationPageSize,
    read: async ({ services, actor, query }, size) => {
      if (query.orgId !== undefined) authorize(actor, 'application.read', { organizationId: query.orgId });
      return await readApplications(services.db, actor, query, size);
    },
    rowsOf: ({ apps }) => apps,
    csv: {
      name: 'applications.csv',
      columns: {
        Id: ({ id }) => String(id),
        Name: ({ name }) => name,
        Organization: ({ orgname }) => orgname,
        Type: ({ external }) => (external ? 'External' : 'Internal'),
        Description: ({ description }) => description,
        APIs: ({ apis }) => String(apis),
        'Created at': ({ createdAt }) => createdAt,
      },
    },
  }),
  route(getApplicationForm, {
    action: 'application.change',
    summary: 'The values of the form of an application',
    handle: async (request) => {
      const { actor, services, query } = request;
      const row = await readableApplication(request, query.id);
      authorizeOpenly(actor, 'application.change', row.resource);
      return await formOf(services.db, actor, row);
    },
  }),
  route(getApplication, {
    action: 'application.read',
    summary: 'An application with its contact, its owners and its APIs',
    handle: async (request) => {
      const row = await readableApplication(request, request.parameters.id);
      return await detailOf(request.services.db, request.actor, row);
    },
  }),
  route(listApplicationChanges, {
    action: 'application.read',
    summary: 'Who changed what about an application, the newest first',
    handle: async (request) => {
      const { id } = await readableApplication(request, request.parameters.id);
      return await ownHistoryOf(request.services, applicationHistory, id, historyLength);
    },
  }),
];
