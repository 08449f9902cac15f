import * as z from 'zod/mini';
import { call } from '../core/call.ts';
import { atMost } from '../core/required-text.ts';
import { certificateForm } from './certificate-form.ts';
import { pluginForm, routeForm, serviceForm, targetForm, upstreamForm } from './forms.ts';
import {
  gatewayChoice,
  objectDeletion,
  objectDetails,
  objectDetailsQuery,
  objectPage,
  objectQueries,
  objectQuery,
  pluginFormDetails,
  pluginNames,
  pluginReach,
  reachQuery,
  targetDeletion,
  upstreamFormDetails,
  upstreamTargets,
} from './schema.ts';

/** The gateways whose objects the user may see. */
export const listGateways = call({ method: 'get', path: '/api/kong/gateways', response: z.array(gatewayChoice) });

/** The list of each kind. */
export const objectLists = {
  service: call({
    method: 'get',
    path: '/api/kong/services',
    query: objectQueries.service,
    response: objectPage,
  }),
  route: call({
    method: 'get',
    path: '/api/kong/routes',
    query: objectQueries.route,
    response: objectPage,
  }),
  consumer: call({
    method: 'get',
    path: '/api/kong/consumers',
    query: objectQueries.consumer,
    response: objectPage,
  }),
  plugin: call({
    method: 'get',
    path: '/api/kong/plugins',
    query: objectQueries.plugin,
    response: objectPage,
  }),
  upstream: call({
    method: 'get',
    path: '/api/kong/upstreams',
    query: objectQueries.upstream,
    response: objectPage,
  }),
  certificate: call({
    method: 'get',
    path: '/api/kong/certificates',
    query: objectQueries.certificate,
    response: objectPage,
  }),
} as const;

const one = { parameters: { id: z.uuid() }, query: objectDetailsQuery, response: objectDetails } as const;

/** One object with all that hangs together with it. */
export const readObject = {
  service: call({ method: 'get', path: '/api/kong/service/{id}', ...one }),
  route: call({ method: 'get', path: '/api/kong/route/{id}', ...one }),
  consumer: call({ method: 'get', path: '/api/kong/consumer/{id}', ...one }),
  plugin: call({ method: 'get', path: '/api/kong/plugin/{id}', ...one }),
  upstream: call({ method: 'get', path: '/api/kong/upstream/{id}', ...one }),
  certificate: call({ method: 'get', path: '/api/kong/certificate/{id}', ...one }),
} as const;

/** The response to every change of an object. A worker carries it out. */
const changeRequested = z.object({ entityId: z.string(), operationId: z.string(), position: z.string() });

export const saveService = call({
  method: 'post',
  path: '/api/kong/service',
  body: serviceForm,
  response: changeRequested,
});

export const saveRoute = call({
  method: 'post',
  path: '/api/kong/routes',
  body: routeForm,
  response: changeRequested,
});

export const saveCertificate = call({
  method: 'post',
  path: '/api/kong/certificate',
  body: certificateForm,
  response: changeRequested,
});

export const savePlugin = call({
  method: 'post',
  path: '/api/kong/plugin',
  body: pluginForm,
  response: changeRequested,
});

/** The plugins that a gateway can run, as it tells now. */
export const listPluginNames = call({
  method: 'get',
  path: '/api/kong/plugin-forms',
  query: objectQuery,
  response: pluginNames,
});

/** A plugin's form, from the schema that its gateway tells now. */
export const readPluginForm = call({
  method: 'get',
  path: '/api/kong/plugin-form/{name}',
  parameters: { name: z.string().check(atMost(100), z.regex(/^[\w.-]+$/)) },
  query: objectQuery,
  response: pluginFormDetails,
});

export const saveUpstream = call({
  method: 'post',
  path: '/api/kong/upstream',
  body: upstreamForm,
  response: changeRequested,
});

/** An upstream's form, from the schema that its gateway tells now. */
export const readUpstreamForm = call({
  method: 'get',
  path: '/api/kong/upstream-form',
  query: objectQuery,
  response: upstreamFormDetails,
});

/** What the forms of services and routes have besides, from the schema that their gateway tells now. */
export const readObjectForm = call({
  method: 'get',
  path: '/api/kong/object-form/{kind}',
  parameters: { kind: z.enum(['service', 'route']) },
  query: objectQuery,
  response: upstreamFormDetails,
});

/** The targets of an upstream as the gateway has them now, with their health. */
export const readTargets = call({
  method: 'get',
  path: '/api/kong/upstream/{id}/targets',
  parameters: { id: z.uuid() },
  query: objectQuery,
  response: upstreamTargets,
});

export const saveTarget = call({
  method: 'post',
  path: '/api/kong/target',
  body: targetForm,
  response: changeRequested,
});

/** How much a plugin works on, for a look before it is saved. */
export const readPluginReach = call({
  method: 'get',
  path: '/api/kong/plugin-reach',
  query: reachQuery,
  response: pluginReach,
});

const deletion = { parameters: { id: z.uuid() }, query: objectDeletion, response: changeRequested } as const;

export const deleteObject = {
  service: call({ method: 'delete', path: '/api/kong/service/{id}', ...deletion }),
  route: call({ method: 'delete', path: '/api/kong/route/{id}', ...deletion }),
  consumer: call({ method: 'delete', path: '/api/kong/consumer/{id}', ...deletion }),
  plugin: call({ method: 'delete', path: '/api/kong/plugin/{id}', ...deletion }),
  certificate: call({ method: 'delete', path: '/api/kong/certificate/{id}', ...deletion }),
  upstream: call({ method: 'delete', path: '/api/kong/upstream/{id}', ...deletion }),
} as const;

/** A target is found in its upstream only. */
export const deleteTarget = call({
  method: 'delete',
  path: '/api/kong/target/{id}',
  ...deletion,
  query: targetDeletion,
});
