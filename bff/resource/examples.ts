import { resourceDecider } from '#domain/resource/decider.ts';
import type { Redis } from '#domain/resource/resource.ts';
import { examplePem } from '#test/examples/certificate.ts';
import { newName, type RouteExamples } from '#test/examples/route-examples.ts';
import type { BffWorld } from '#test/world/bff-world.ts';
import { newId } from '../http/new-id.ts';

/** Adds a Redis. @param organizations that may use it. */
const newRedis = async ({ pool, seed, shown }: BffWorld, organizations: number[] = []): Promise<number> => {
  const resourceId = await newId(pool, 'resource');
  const data: Redis = {
    ...{ resourceId, type: 'REDIS', name: newName(), isPublic: false, organizations },
    ...{ host: 'redis.example', port: 6379, timeout: 500, password: null },
  };
  await shown(await seed.send(resourceDecider, resourceId, { type: 'RegisterResource', data }));
  return resourceId;
};

const newCertificate = async (world: BffWorld): Promise<number> => {
  const [resourceId, certificateId] = [await newRedis(world), await newId(world.pool, 'certificate')];
  const data = { certificateId, name: 'ca.pem', certificate: examplePem, content: [] };
  await world.shown(await world.seed.send(resourceDecider, resourceId, { type: 'AddCertificate', data }));
  return certificateId;
};

const configs = [
  { name: 'host', value: 'redis.example' },
  { name: 'port', value: '6379' },
  { name: 'timeout', value: '500' },
  { name: 'password', value: 'NO' },
];
const bodyOf = (id: number, name: string, more: object = {}) => ({ id, name, type: 'REDIS', configs, ...more });

export const examples: RouteExamples = {
  who: `
                                      portal gateway admin user auditor support owner owningAdmin
    GET /api/all-environments     own 200    200     200   200  200     200     200   200
    GET /api/resources            own 200    200     200   200  200     200     200   200
    GET /api/certificates         own 200    200     200   200  200     200     200   200
    GET /api/resources/           own 200    403     403   403  403     403     403   403
    GET /api/resource/{id}        own 200    403     403   403  403     403     403   403
    GET /api/resource/{id}/history own 200   403     403   403  403     403     403   403
    GET /api/resourceTypes        own 200    403     403   403  403     403     403   403
    GET /api/resourceAccess       own 200    403     403   403  403     403     403   403
    POST /api/resources           own 200    403     403   403  403     403     403   403
    POST /api/resource/test       own 200    403     403   403  403     403     403   403
    DELETE /api/resource/{id}     own 200    403     403   403  403     403     403   403
    POST /api/resourceAccess      own 200    403     403   403  403     403     403   403
    DELETE /api/resourceAccess/{id} own 200  403     403   403  403     403     403   403
    POST /api/certificate         own 200    403     403   403  403     403     403   403
    DELETE /api/certificate/{id}  own 200    403     403   403  403     403     403   403
  `,
  own: ['GET /api/resource/{id}/history', 'POST /api/resource/test'],
  calls: async (world) => {
    const id = await newRedis(world);
    const certificate = await newCertificate(world);
    const { organizationId } = world.acme;
    return {
      'GET /api/certificates': () => ({ target: `/api/certificates?resourceId=${id}` }),
      'GET /api/resourceAccess': () => ({ target: `/api/resourceAccess?resourceId=${id}` }),
      'GET /api/resource/{id}': () => ({ target: `/api/resource/${id}` }),
      'GET /api/resource/{id}/history': () => ({ target: `/api/resource/${id}/history` }),
      // Kafka is not tested, so nothing is called.
      'POST /api/resource/test': () => ({
        target: '/api/resource/test',
        json: {
          type: 'KAFKA',
          configs: [
            { name: 'envType', value: 'DEV' },
            { name: 'address', value: 'broker.example:9092' },
            { name: 'securityProtocol', value: 'SSL' },
          ],
        },
      }),
      'POST /api/resources': () => ({ target: '/api/resources', json: bodyOf(0, newName()) }),
      'DELETE /api/resource/{id}': async (_subject, allowed) => ({
        target: `/api/resource/${allowed ? await newRedis(world) : id}`,
      }),
      'POST /api/resourceAccess': async (_subject, allowed) => ({
        target: '/api/resourceAccess',
        json: { resourceId: allowed ? await newRedis(world) : id, organizationId },
      }),
      'DELETE /api/resourceAccess/{id}': async (_subject, allowed) => ({
        target: `/api/resourceAccess/${allowed ? await newRedis(world, [organizationId]) : id}-${organizationId}`,
      }),
      'POST /api/certificate': async (_subject, allowed) => ({
        target: '/api/certificate',
        json: { name: 'ca.pem', certificate: examplePem, resource: allowed ? await newRedis(world) : id },
      }),
      'DELETE /api/certificate/{id}': async (_subject, allowed) => ({
        target: `/api/certificate/${allowed ? await newCertificate(world) : certificate}`,
      }),
    };
  },
  probes: {
    'the certificates of a gateway': {
      of: ({ acme }) => acme.gatewayId,
      ask: (_world, id) => ({ method: 'GET', target: `/api/certificates?resourceId=${id}` }),
    },
  },
  older: (world) => ({
    'POST /api/resources': async () => {
      const id = await newRedis(world);
      const name = newName();
      return {
        read: `/api/resource/${id}`,
        target: '/api/resources',
        theirs: bodyOf(id, name, { isPublic: true }),
        mine: bodyOf(id, name),
        changes: [
          { field: 'name', to: name },
          { field: 'isPublic', from: false, to: true },
        ],
      };
    },
  }),
  canaries: () => ['Acme gateway', 'gateway.example:8001'],
};
