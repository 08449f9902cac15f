import { randomUUID } from 'node:crypto';
import { type ListedKind, listedKinds, panelKinds } from '#domain/gateway-object/kind.ts';
import type { RouteExamples } from '#test/examples/route-examples.ts';

/** No gateway has it. */
const nowhere = '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8';
const one = (kind: ListedKind) => `GET /api/kong/${kind}/{id}`;

const removal = (kind: ListedKind) => `DELETE /api/kong/${kind}/{id}`;

const line = (name: string, status: number) => `${name} own 403 ${status} 403 403 403 403 403 403`;
/** Whoever may not read them is not told whether there is such an object. */
const hidden = (name: string) => `${name} own 404 404 404 404 404 404 404 404`;

export const examples: RouteExamples = {
  who: `
    portal gateway admin user auditor support owner owningAdmin
    ${line('GET /api/kong/gateways', 200)}
    ${listedKinds.map((kind) => line(`GET /api/kong/${kind}s`, 200)).join('\n    ')}
    ${listedKinds.map((kind) => line(`GET /api/kong/${kind}s/download`, 200)).join('\n    ')}
    ${listedKinds.map((kind) => hidden(one(kind))).join('\n    ')}
    ${panelKinds.map((kind) => hidden(removal(kind))).join('\n    ')}
    ${line('POST /api/kong/service', 200)}
    ${line('POST /api/kong/routes', 400)}
    ${line('POST /api/kong/certificate', 400)}
    ${line('POST /api/kong/plugin', 503)}
    ${line('GET /api/kong/plugin-forms', 503)}
    ${line('GET /api/kong/plugin-form/{name}', 503)}
    ${line('GET /api/kong/plugin-reach', 200)}
    ${line('GET /api/kong/upstream-form', 503)}
    ${line('GET /api/kong/object-form/{kind}', 503)}
    ${hidden('GET /api/kong/upstream/{id}/targets')}
    ${line('POST /api/kong/upstream', 503)}
    ${line('POST /api/kong/target', 400)}
    DELETE /api/kong/target/{id} own 404 503 404 404 404 404 404 404
  `,
  own: [
    'GET /api/kong/gateways',
    ...listedKinds.map((kind) => `GET /api/kong/${kind}s/download`),
    'GET /api/kong/certificates',
    one('upstream'),
    one('certificate'),
    removal('certificate'),
    'POST /api/kong/certificate',
    'GET /api/kong/plugin-forms',
    'GET /api/kong/plugin-form/{name}',
    'GET /api/kong/plugin-reach',
    'GET /api/kong/upstream-form',
    'GET /api/kong/object-form/{kind}',
    'GET /api/kong/upstream/{id}/targets',
    'POST /api/kong/upstream',
    'POST /api/kong/target',
    removal('upstream'),
    'DELETE /api/kong/target/{id}',
  ],
  calls: () => ({
    ...Object.fromEntries(
      listedKinds.flatMap((kind) => {
        const call = () => ({ target: `/api/kong/${kind}/${nowhere}` });
        return [one(kind), removal(kind)].map((name) => [name, call]);
      }),
    ),
    'POST /api/kong/service': () => ({
      target: '/api/kong/service',
      json: { name: `service-${randomUUID()}`, url: 'https://orders.example/v1' },
    }),
    // The gateway of these tests does not answer: who may ask gets 503.
    'POST /api/kong/plugin': () => ({ target: '/api/kong/plugin', json: { name: 'key-auth', config: {} } }),
    'GET /api/kong/plugin-form/{name}': () => ({ target: '/api/kong/plugin-form/key-auth' }),
    'GET /api/kong/object-form/{kind}': () => ({ target: '/api/kong/object-form/route' }),
    'GET /api/kong/upstream/{id}/targets': () => ({ target: `/api/kong/upstream/${nowhere}/targets` }),
    'POST /api/kong/upstream': () => ({ target: '/api/kong/upstream', json: { name: randomUUID(), settings: {} } }),
    'DELETE /api/kong/target/{id}': () => ({ target: `/api/kong/target/${nowhere}?upstreamId=${nowhere}` }),
    // No gateway has the upstream.
    'POST /api/kong/target': () => ({
      target: '/api/kong/target',
      json: { upstreamId: nowhere, target: 'orders.example:8080', weight: 100 },
    }),
    // No gateway has the service.
    'POST /api/kong/routes': () => ({
      target: '/api/kong/routes',
      json: { name: 'orders', contextPath: '/orders', serviceId: nowhere },
    }),
    // Neither is PEM.
    'POST /api/kong/certificate': () => ({ target: '/api/kong/certificate', json: { cert: 'a', key: 'b' } }),
  }),
  probes: Object.fromEntries([
    ...listedKinds.map((kind) => [
      `a ${kind} in a path`,
      {
        of: () => nowhere,
        ask: (_world: unknown, id: number | string) => ({ method: 'GET', target: `/api/kong/${kind}/${id}` }),
      },
    ]),
    [
      'a gateway whose objects are listed',
      {
        of: ({ acme }: { acme: { gatewayId: number } }) => acme.gatewayId,
        ask: (_world: unknown, id: number | string) => ({
          method: 'GET',
          target: `/api/kong/services?gatewayId=${id}`,
        }),
      },
    ],
  ]),
};
