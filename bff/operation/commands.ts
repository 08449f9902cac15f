import * as z from 'zod';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { operationDecider } from '#domain/operation/decider.ts';
import { replayBody } from '#domain/operation/schema.ts';
import { runCommand } from '../http/command.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import { findOperation } from './queries.ts';

export const operationCommands = [
  route({
    method: 'post',
    path: '/api/operations/{id}/replay',
    action: 'operation.replay',
    summary: 'Carry out again an operation that failed or waits; the worker looks at what is wanted now',
    parameters: z.object({ id: z.uuid() }),
    body: replayBody,
    response: z.object({ operationId: z.string(), position: z.string() }),
    handle: async (request) => {
      const { actor, body, parameters, services } = request;
      authorizeOpenly(actor, 'operation.replay');
      return await runCommand(request, { ...parameters, ...body }, async () => {
        if (!(await findOperation(services.db, parameters.id))) throw new RefusedError(notFound());
        return {
          decider: operationDecider,
          id: parameters.id,
          command: { type: 'ReplayOperation', data: body } as const,
          response: { operationId: parameters.id },
        };
      });
    },
  }),
];
