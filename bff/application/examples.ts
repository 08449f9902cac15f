import { applicationDecider } from '#domain/application/decider.ts';
import { newName, type RouteExamples } from '#test/examples/route-examples.ts';
import type { BffWorld, Side } from '#test/world/bff-world.ts';
import { newId } from '../http/new-id.ts';

const canary = 'canary-contact@harbour.example';

/** An application of the organization's owners without APIs, with a contact and an address that waits for an account. */
const newApplication = async (world: BffWorld, { organizationId, members }: Side): Promise<number> => {
  const applicationId = await newId(world.pool, 'application');
  const address = async (email: string) => ({ addressId: await newId(world.pool, 'user'), email });
  const data = {
    applicationId,
    organizationId,
    name: newName(),
    description: 'What it is for',
    external: false,
    owners: [members.owner.userId, members.owningAdmin.userId],
    contact: await address(canary),
    invited: [await address(`${newName()}@harbour.example`)],
  };
  await world.shown(await world.seed.send(applicationDecider, applicationId, { type: 'RegisterApplication', data }));
  return applicationId;
};

const form = (organizationId: number, id = 0) => ({
  id,
  name: newName(),
  description: 'What it is for',
  organizationId,
  external: false,
  // Otherwise the caller would be an owner in all later calls.
  owners: 'nobody@harbour.example',
});

export const examples: RouteExamples = {
  who: `
                                                   portal gateway admin   user    auditor support owner   owningAdmin
    GET /api/my-apps                         own   200    200     200     200     200     200     200     200
    GET /api/applications                    own   200    200     200     200     200     200     200     200
    GET /api/applications                    other 200    200     404     404     404     404     404     404
    GET /api/applications/download           own   200    200     200     200     200     200     200     200
    GET /api/applications/download           other 200    200     404     404     404     404     404     404
    GET /api/application/edit-application    own   200    200     200/403 200/403 403     403     200     200
    GET /api/application/edit-application    other 200    200     404     404     404     404     404     404
    GET /api/application/{id}                own   200    200     200     200     200     200     200     200
    GET /api/application/{id}                other 200    200     404     404     404     404     404     404
    GET /api/application/{id}/history        own   200    200     200     200     200     200     200     200
    GET /api/application/{id}/history        other 200    200     404     404     404     404     404     404
    POST /api/application/edit-application   own   200    200     200     200/403 403     403     200/403 200
    POST /api/application/edit-application   other 200    200     404     404/403 403     403     404     404
    GET /api/application/{id}/losing-keys    own   200    403     200/403 200/403 403     403     200     200
    GET /api/application/{id}/losing-keys    other 200    403     404     404     404     404     404     404
    DELETE /api/application/{id}             own   200    403     200/403 200/403 403     403     200     200
    DELETE /api/application/{id}             other 200    403     404     404     404     404     404     404
  `,
  own: ['GET /api/applications/download', 'GET /api/application/{id}/history', 'GET /api/application/{id}/losing-keys'],
  calls: async (world) => {
    const { acme, partner } = world;
    const kept = new Map<Side, number>();
    for (const side of [acme, partner]) kept.set(side, await newApplication(world, side));
    const idOf = (side: Side) => Number(kept.get(side));
    return {
      'GET /api/applications': ({ owner }) => ({ target: `/api/applications?orgId=${owner.organizationId}` }),
      'GET /api/applications/download': ({ owner }) => ({
        target: `/api/applications/download?orgId=${owner.organizationId}`,
      }),
      'GET /api/application/edit-application': ({ owner }) => ({
        target: `/api/application/edit-application?id=${idOf(owner)}`,
      }),
      'GET /api/application/{id}': ({ owner }) => ({ target: `/api/application/${idOf(owner)}` }),
      'GET /api/application/{id}/history': ({ owner }) => ({ target: `/api/application/${idOf(owner)}/history` }),
      'GET /api/application/{id}/losing-keys': ({ owner }) => ({
        target: `/api/application/${idOf(owner)}/losing-keys`,
      }),
      'POST /api/application/edit-application': ({ owner }) => ({
        target: '/api/application/edit-application',
        json: form(owner.organizationId),
      }),
      'DELETE /api/application/{id}': async ({ owner }, allowed) => ({
        target: `/api/application/${allowed ? await newApplication(world, owner) : idOf(owner)}`,
      }),
    };
  },
  probes: {
    'an application to read': {
      of: (world) => newApplication(world, world.acme),
      ask: (_world, id) => ({ method: 'GET', target: `/api/application/${id}` }),
    },
    'the history of an application': {
      of: (world) => newApplication(world, world.acme),
      ask: (_world, id) => ({ method: 'GET', target: `/api/application/${id}/history` }),
    },
    "an application's form": {
      of: (world) => newApplication(world, world.acme),
      ask: (_world, id) => ({ method: 'GET', target: `/api/application/edit-application?id=${id}` }),
    },
    'an application to change': {
      of: (world) => newApplication(world, world.acme),
      ask: ({ partner }, id) => ({
        method: 'POST',
        target: '/api/application/edit-application',
        json: { ...form(partner.organizationId, Number(id)), name: 'Till' },
      }),
    },
    'the organization of a new application': {
      of: ({ acme }) => acme.organizationId,
      ask: (_world, id) => ({
        method: 'POST',
        target: '/api/application/edit-application',
        json: { ...form(Number(id)), name: 'Till' },
      }),
    },
    'an application to delete': {
      of: (world) => newApplication(world, world.acme),
      ask: (_world, id) => ({ method: 'DELETE', target: `/api/application/${id}` }),
    },
    'an application whose keys stop': {
      of: (world) => newApplication(world, world.acme),
      ask: (_world, id) => ({ method: 'GET', target: `/api/application/${id}/losing-keys` }),
    },
    'the applications of another organization': {
      of: ({ acme }) => acme.organizationId,
      ask: (_world, id) => ({ method: 'GET', target: `/api/applications?orgId=${id}` }),
    },
  },
  older: (world) => ({
    'POST /api/application/edit-application': async () => {
      const id = await newApplication(world, world.acme);
      const { organizationId, members } = world.acme;
      const owners = [members.owner.email, members.owningAdmin.email];
      const theirs = { ...form(organizationId, id), contact: canary, owners: `${owners[0]}\nnora@harbour.example` };
      return {
        read: `/api/application/edit-application?id=${id}`,
        target: '/api/application/edit-application',
        theirs,
        mine: { ...theirs, name: newName(), owners: owners.join('\n') },
        changes: [
          { field: 'name', to: theirs.name },
          {
            field: 'owners',
            to: [owners[0], 'nora@harbour.example'],
          },
        ],
      };
    },
  }),
  canaries: async (world) => {
    await newApplication(world, world.acme);
    return [canary];
  },
};
