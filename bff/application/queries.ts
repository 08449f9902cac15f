import * as z from 'zod';
import { applicationHistory } from '#domain/application/history.ts';
import { applicationPageSize } from '#domain/application/limits.ts';
import {
  applicationChange,
  applicationDetail,
  applicationForm,
  applicationFormQuery,
  applicationListQuery,
  applicationOption,
  applicationPage,
} from '#domain/application/schema.ts';
import { hasRole } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import { idParameter } from '#domain/core/id.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { listRoutes } from '../http/list-routes.ts';
import { authorize, authorizeOpenly, type Request, route } from '../http/route.ts';
import { ownHistoryOf } from '../sql/newest-entries.ts';
import { detailOf, formOf } from './application-detail.ts';
import { listApplications } from './application-list.ts';
import { type FoundApplication, findApplication } from './find-application.ts';

/** @throws RefusedError 404 unless the application exists and the user may read it. */
export const readableApplication = async (
  { actor, services }: Pick<Request<unknown, unknown, unknown>, 'actor' | 'services'>,
  id: number,
): Promise<FoundApplication> => {
  const row = await findApplication(services.db, id);
  if (!row || !may(actor, 'application.read', row.resource)) throw new RefusedError(notFound());
  return row;
};

const parameters = z.object({ id: idParameter });

/** The panel shows the newest entries. More would not be read there. */
const historyLength = 30;

export const applicationQueries = [
  route({
    method: 'get',
    path: '/api/my-apps',
    action: 'application.list',
    summary: 'The applications that the user may publish for: those they maintain, all for a portal administrator',
    response: z.array(applicationOption),
    handle: async ({ services, actor }) => {
      const all = services.db
        .selectFrom('applications')
        .select(['id', 'name'])
        .where('state', '=', 'active')
        .orderBy('name')
        .orderBy('id');
      if (hasRole(actor, 'ROLE_PORTAL_ADMIN')) return await all.execute();
      return actor.ownerApps.length === 0 ? [] : await all.where('id', 'in', actor.ownerApps).execute();
    },
  }),
  ...listRoutes({
    path: '/api/applications',
    action: 'application.list',
    summary:
      'Applications, nine a page, newest first: all for administrators, else those of the user and their organization',
    query: applicationListQuery,
    response: applicationPage,
    pageSize: applicationPageSize,
    read: async ({ services, actor, query }, size) => {
      if (query.orgId !== undefined) authorize(actor, 'application.read', { organizationId: query.orgId });
      return await listApplications(services.db, actor, query, size);
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
  route({
    method: 'get',
    path: '/api/application/edit-application',
    action: 'application.change',
    summary: 'The values of the form of an application',
    query: applicationFormQuery,
    response: applicationForm,
    handle: async (request) => {
      const { actor, services, query } = request;
      const row = await readableApplication(request, query.id);
      authorizeOpenly(actor, 'application.change', row.resource);
      return await formOf(services.db, actor, row);
    },
  }),
  route({
    method: 'get',
    path: '/api/application/{id}',
    action: 'application.read',
    summary: 'An application with its contact, its owners and its APIs',
    parameters,
    response: applicationDetail,
    handle: async (request) => {
      const row = await readableApplication(request, request.parameters.id);
      return await detailOf(request.services.db, request.actor, row);
    },
  }),
  route({
    method: 'get',
    path: '/api/application/{id}/history',
    action: 'application.read',
    summary: 'Who changed what about an application, the newest first',
    parameters,
    response: z.array(applicationChange),
    handle: async (request) => {
      const { id } = await readableApplication(request, request.parameters.id);
      return await ownHistoryOf(request.services.db, applicationHistory, id, historyLength);
    },
  }),
];
