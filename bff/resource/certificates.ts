import { notFound } from '#domain/core/problem.ts';
import { addCertificate, removeCertificate } from '#domain/resource/calls.ts';
import { resourceDecider } from '#domain/resource/decider.ts';
import type { Resource } from '#domain/resource/resource.ts';
import { runCommand } from '../http/command.ts';
import { newId } from '../http/new-id.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import { findCertificateOwner } from './find-certificate-owner.ts';
import { readCertificates } from './read-certificates.ts';
import { certificateRowOf } from './row.ts';

const certificateOf = (state: Resource, id: number) =>
  state.status === 'active' ? state.certificates?.find(({ certificateId }) => certificateId === id) : undefined;

export const certificateCommands = [
  route(addCertificate, {
    action: 'resource.save',
    summary: 'Add a file of certificates (PEM) to a resource',
    handle: async (request) => {
      const { actor, body, services } = request;
      authorizeOpenly(actor, 'resource.save');
      const { name, resource } = body;
      const read = readCertificates(body.certificate);
      return await runCommand(request, body, async () => {
        const certificate = { certificateId: await newId(services.pool, 'certificate'), name, ...read };
        return {
          decider: resourceDecider,
          id: resource,
          command: { type: 'AddCertificate', data: certificate } as const,
          response: certificateRowOf(resource, certificate),
        };
      });
    },
  }),
  route(removeCertificate, {
    action: 'resource.save',
    summary: 'Take a file of certificates from its resource',
    handle: async (request) => {
      const { actor, parameters, services } = request;
      authorizeOpenly(actor, 'resource.save');
      const { id } = parameters;
      return await runCommand(request, parameters, async () => ({
        decider: resourceDecider,
        id: await findCertificateOwner(services, id),
        command: { type: 'RemoveCertificate', data: { certificateId: id } } as const,
        authorize: (state: Resource) => (certificateOf(state, id) ? undefined : notFound()),
        response: { entityId: id },
      }));
    },
  }),
];
