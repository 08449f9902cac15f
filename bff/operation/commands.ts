import { notFound, RefusedError } from '#domain/core/problem.ts';
import { replayOperation } from '#domain/operation/calls.ts';
import { operationDecider } from '#domain/operation/decider.ts';
import { runCommand } from '../http/command.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import { findOperation } from './queries.ts';

export const operationCommands = [
  route(replayOperation, {
    action: 'operation.replay',
    summary: 'Carry out again an operation that failed or waits; the worker looks at what is wanted now',
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
