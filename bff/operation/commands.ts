import { notFound, RefusedError } from '#domain/core/problem.ts';
import { replayOperation } from '#domain/operation/calls.ts';
import { operationDecider } from '#domain/operation/decider.ts';
import { replayOperations } from '#domain/operation/desk-calls.ts';
import { runCommand } from '../http/command.ts';
import { decideEach } from '../http/decide-each.ts';
import { authorizeOpenly, type Received, route } from '../http/route.ts';
import { findOperation } from './queries.ts';

type Request = Pick<Received, 'c' | 'caller' | 'services' | 'action'>;

const replay = (request: Request, id: string, reason: string, commandId?: string) =>
  runCommand(
    request,
    { id, reason },
    async () => {
      if (!(await findOperation(request.services.db, id))) throw new RefusedError(notFound());
      return {
        decider: operationDecider,
        id,
        command: { type: 'ReplayOperation', data: { reason } } as const,
        response: { operationId: id },
      };
    },
    commandId,
  );

export const operationCommands = [
  route(replayOperation, {
    action: 'operation.replay',
    summary: 'Carry out again an operation that failed or waits; the worker looks at what is wanted now',
    handle: async (request) => {
      authorizeOpenly(request.actor, 'operation.replay');
      return await replay(request, request.parameters.id, request.body.reason);
    },
  }),
  route(replayOperations, {
    action: 'operation.replay',
    summary: 'Carry out again many operations that failed or wait, with one reason; each is a command of its own',
    handle: async (request) => {
      authorizeOpenly(request.actor, 'operation.replay');
      const { operationIds, reason } = request.body;
      const asked = operationIds.map((id) => ({ id }));
      return await decideEach(request, 'operation', asked, ({ id }, commandId) =>
        replay(request, id, reason, commandId),
      );
    },
  }),
];
