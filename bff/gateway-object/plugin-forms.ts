import { sql } from 'kysely';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { listPluginNames, readObjectForm, readPluginForm, readPluginReach } from '#domain/gateway-object/calls.ts';
import { type DrawnKind, readEntitySchema, readPlugin, readPluginNames } from '#gateway/mirror/plugin-schemas.ts';
import { readGateway } from '../deployment/shared/gateway-reader.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { chooseGateway } from './find-gateway.ts';

/** Returns the id of a gateway, or of the first. @throws RefusedError for an id that no gateway has. */
export const gatewayIdOf = async ({ db }: Services, gatewayId: number | undefined): Promise<number> => {
  const gateway = await chooseGateway(db, gatewayId);
  if (!gateway) throw new RefusedError(notFound());
  return gateway.id;
};

/** Returns the fields of a kind's form that its gateway tells now. @throws RefusedError when it can't be asked. */
export const readDrawnForm = async (services: Services, gatewayId: number, kind: DrawnKind) => {
  const told = await readGateway(services, gatewayId, ({ client }) => readEntitySchema(client, kind));
  if (!told) throw new RefusedError(notFound());
  return told.form;
};

/** What the form of a plugin is drawn from, as the gateway tells it now. */
export const pluginFormRoutes = [
  route(listPluginNames, {
    action: 'gateway-object.read',
    summary: 'The plugins that a gateway can run',
    handle: async ({ services, actor, query }) => {
      authorizeOpenly(actor, 'gateway-object.read');
      const gatewayId = await gatewayIdOf(services, query.gatewayId);
      const names = await readGateway(services, gatewayId, ({ client }) => readPluginNames(client));
      return { gatewayId, names };
    },
  }),
  route(readPluginForm, {
    action: 'gateway-object.read',
    summary: 'The form of a plugin, from the schema that its gateway tells',
    handle: async ({ services, actor, parameters: { name }, query }) => {
      authorizeOpenly(actor, 'gateway-object.read');
      const gatewayId = await gatewayIdOf(services, query.gatewayId);
      const told = await readGateway(services, gatewayId, ({ client }) => readPlugin(gatewayId, client, name));
      if (!told) throw new RefusedError(notFound());
      return told.form;
    },
  }),
  route(readObjectForm, {
    action: 'gateway-object.read',
    summary: 'What the form of a service or a route has besides, from the schema that its gateway tells',
    handle: async ({ services, actor, parameters: { kind }, query }) => {
      authorizeOpenly(actor, 'gateway-object.read');
      return { settings: await readDrawnForm(services, await gatewayIdOf(services, query.gatewayId), kind) };
    },
  }),
  route(readPluginReach, {
    action: 'gateway-object.read',
    summary: 'How many routes and deployments a plugin would work on',
    handle: async ({ services, actor, query: { serviceId, routeId, gatewayId: at } }) => {
      authorizeOpenly(actor, 'gateway-object.read');
      const gatewayId = await gatewayIdOf(services, at);
      const { rows } = await sql<{ routes: number; deployments: number }>`
        select count(*)::int as routes, count(distinct deployment_id)::int as deployments from gateway_objects
        where gateway_id = ${gatewayId} and kind = 'route' and not is_gone
          ${routeId === undefined ? sql`` : sql`and id = ${routeId}`}
          ${serviceId === undefined ? sql`` : sql`and service_id = ${serviceId}`}`.execute(services.db);
      return rows[0] ?? { routes: 0, deployments: 0 };
    },
  }),
];
