import { notFound, RefusedError, refuse } from '#domain/core/problem.ts';
import { cancelOperation, replayOperation } from '#domain/operation/calls.ts';
import { operationDecider } from '#domain/operation/decider.ts';
import { cancelOperations, replayOperations } from '#domain/operation/desk-calls.ts';
import { isCancellable, isLasting, takesBack } from '#domain/operation-kinds/operation-kinds.ts';
import { guardOf } from '#eventstore/guards.ts';
import { enterAlone } from '../approval-rule/shared/needs-two.ts';
import { runCommand } from '../http/command.ts';
import { decideEach } from '../http/decide-each.ts';
import { authorizeOpenly, type Received, route } from '../http/route.ts';
import { askToReplay, needTwo } from './ask-to-replay.ts';
import { changesAt } from './changes-at.ts';
import { findOperation } from './queries.ts';

type Request = Pick<Received, 'c' | 'caller' | 'services' | 'action'>;

const replay = (request: Request, id: string, reason: string, commandId?: string) =>
  runCommand(
    request,
    { id, reason },
    async () => {
      const operation = await findOperation(request.services.db, id);
      if (!operation) throw new RefusedError(notFound());
      const environment = changesAt(operation);
      return {
        decider: operationDecider,
        id,
        guards: environment ? await enterAlone(request.services, environment) : [],
        command: { type: 'ReplayOperation', data: { reason } } as const,
        response: { operationId: id },
      };
    },
    commandId,
  );

const cancel = (request: Request, id: string, reason: string, commandId?: string) => {
  const prepare = async () => {
    const { db, store } = request.services;
    const operation = await findOperation(db, id);
    if (!operation) throw new RefusedError(notFound());
    const { kind } = operation;
    const data = { reason, lasting: isLasting(kind), cancellable: isCancellable(kind), takesBack: takesBack(kind) };
    return {
      decider: operationDecider,
      id,
      // Raised: an attempt that still believes to run writes no outcome any more.
      guards: await store.readGuards([guardOf(operationDecider, id)]),
      command: { type: 'CancelOperation', data } as const,
      response: { operationId: id },
    };
  };
  return runCommand(request, { id, reason }, prepare, commandId);
};

export const operationCommands = [
  route(replayOperation, {
    action: 'operation.replay',
    summary:
      'Carry out again an operation that failed or waits, or ask a second person for it; the worker looks at what is wanted now',
    handle: async (request) => {
      authorizeOpenly(request.actor, 'operation.replay');
      const { parameters, body } = request;
      const [waiting] = await needTwo(request.services, [parameters.id]);
      if (!waiting) return await replay(request, parameters.id, body.reason);
      const { asked, refused } = await askToReplay(request, waiting, body.reason);
      const [problem] = refused;
      if (problem) throw new RefusedError(refuse('conflict', problem.problem));
      return asked ?? {};
    },
  }),
  route(cancelOperation, {
    action: 'operation.cancel',
    summary: 'Give up an operation of which nothing is in force: it is tried no more. Never a removal',
    handle: (request) => {
      authorizeOpenly(request.actor, 'operation.cancel');
      return cancel(request, request.parameters.id, request.body.reason);
    },
  }),
  route(cancelOperations, {
    action: 'operation.cancel',
    summary: 'Give up many operations of which nothing is in force, with one reason; each is a command of its own',
    handle: async (request) => {
      authorizeOpenly(request.actor, 'operation.cancel');
      const { operationIds, reason } = request.body;
      const all = operationIds.map((id) => ({ id }));
      return await decideEach(request, 'operation', all, ({ id }, commandId) => cancel(request, id, reason, commandId));
    },
  }),
  route(replayOperations, {
    action: 'operation.replay',
    summary:
      'Carry out again many operations that failed or wait, with one reason; each is a command of its own. Those of an environment that two people change are one request',
    handle: async (request) => {
      authorizeOpenly(request.actor, 'operation.replay');
      const { operationIds, reason } = request.body;
      const waiting = await needTwo(request.services, operationIds);
      const waits = new Set(waiting.flatMap(({ operations }) => operations.map(({ id }) => id)));
      const alone = operationIds.filter((id) => !waits.has(id)).map((id) => ({ id }));
      const done = await decideEach(request, 'operation', alone, ({ id }, commandId) =>
        replay(request, id, reason, commandId),
      );
      const requests = [];
      const refused = [...done.refused];
      let { position } = done;
      for (const each of waiting) {
        const { asked, operationIds: those, refused: others } = await askToReplay(request, each, reason);
        refused.push(...others.map(({ id, problem }) => ({ id, ...problem })));
        if (!asked) continue;
        position = String(asked.position);
        requests.push({ approvalId: asked.approvalId, environment: each.environment, operationIds: those });
      }
      return { decided: done.decided, refused, position, asked: requests };
    },
  }),
];
