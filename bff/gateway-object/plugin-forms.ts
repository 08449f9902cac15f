import { sql } from 'kysely';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { listPluginNames, readPluginForm, readPluginReach } from '#domain/gateway-object/calls.ts';
import { readPlugin, readPluginNames } from '#gateway/mirror/plugin-schemas.ts';
import { readGateway } from '../deployment/gateway-reader.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { chooseGateway } from './find-gateway.ts';

/** Returns the id of a gateway, or of the first. @throws RefusedError for an id that no gateway has. */
export const gatewayIdOf = async ({ db }: Services, gatewayId: number | undefined): Promise<number> => {
  const gateway = await chooseGateway(db, gatewayId);
  if (!gateway) throw new RefusedError(notFound());
  return gateway.id;
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
