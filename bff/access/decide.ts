import { type AccessCommand, type AccessPair, accessIdOfPair, type PersonsDecision } from '#domain/access/access.ts';
import type { approveAccess, approveManyAccess, denyAccess, denyManyAccess } from '#domain/access/calls.ts';
import { accessDecider } from '#domain/access/decider.ts';
import { notFound, RefusedError, refuse } from '#domain/core/problem.ts';
import { beginning } from '#eventstore/event-store.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import { findApi, refuseDeleting } from '../api/shared/row.ts';
import { commandIdOf, type ResponseBody, runCommand } from '../http/command.ts';
import { newId } from '../http/new-id.ts';
import { type Received, route } from '../http/route.ts';
import { endToCome } from '../input/end-to-come.ts';
import { enterOrganization } from '../organization/shared/enter-organization.ts';
import { findAccessRequest } from './access-requests.ts';
import { enterProduct } from './enter-product.ts';
import { authorizeSome, enterDecision } from './who-decides.ts';
import { pairOf } from './wire.ts';

type Verb = 'approve' | 'deny';

/** What is decided. @property endsOn the last day of what an approval grants; null: without an end. */
type Decided = Readonly<{ note: string; endsOn?: string | null }>;

/** Checks that an organization may get access. @returns the guards to append the grant with */
const checkGrant = async ({ services }: Pick<Received, 'services'>, pair: AccessPair) => {
  if ('apiId' in pair) {
    const api = await findApi(services.db, pair.apiId);
    if (!api) throw new RefusedError(notFound());
    refuseDeleting(api.state);
  }
  const organization = await enterOrganization(
    services,
    pair.organizationId,
    () => new RefusedError(refuse('conflict', { code: 'organization.deleting' })),
  );
  return [...(await enterProduct(services, pair)), ...organization];
};

/** Returns a request that the actor decides, and the guards to append the decision with. @throws RefusedError */
const findDecidable = async ({ services, actor }: Received, id: number) => {
  authorizeSome(actor, 'access.decide');
  const asked = await findAccessRequest(services.db, id);
  if (!asked) throw new RefusedError(notFound());
  return { asked, right: await enterDecision(services, actor, 'access.decide', asked.resource) };
};

/** Returns what a decision on one request runs. */
const prepare = async (request: Received, verb: Verb, id: number, { note, endsOn = null }: Decided) => {
  const { actor, services } = request;
  const { asked, right } = await findDecidable(request, id);
  const pair = pairOf(asked);
  const decided: PersonsDecision = { requestId: asked.id, note, decidedBy: actor.userId };
  const common = { decider: accessDecider, id: accessIdOfPair(pair) };
  const response = { apiAccessRequestId: asked.id };
  if (verb === 'deny') {
    const command: AccessCommand = { type: 'DenyRequest', data: decided };
    return { ...common, command, guards: right, response };
  }
  const endsAt = endToCome(endsOn, services.now());
  const grantId = await newId(services.pool, 'access-grant');
  const command: AccessCommand = { type: 'ApproveRequest', data: { ...decided, grantId, endsAt } };
  const guards = [...right, ...(await checkGrant(request, pair))];
  return { ...common, command, guards, response: { ...response, grantId } };
};

export const decision = (call: typeof approveAccess | typeof denyAccess, verb: Verb, summary: string) =>
  route(call, {
    action: 'access.decide',
    summary,
    handle: async (request) => {
      authorizeSome(request.actor, 'access.decide');
      const { apiAccessRequestId: id, ...decided } = request.body;
      return await runCommand(request, request.body, () => prepare(request, verb, id, decided));
    },
  });

/**
 * Decides many requests in one act with one note. Each has its own event, with the same correlation id. A call that is cut in the
 * middle and repeated with its idempotency key decides the rest. A request that can't be decided so stays, and the response says why.
 *
 * @throws RefusedError 404, and decides none, when the actor may not decide one of them.
 */
export const decisionOfMany = (call: typeof approveManyAccess | typeof denyManyAccess, verb: Verb, summary: string) =>
  route(call, {
    action: 'access.decide',
    summary,
    handle: async (request) => {
      authorizeSome(request.actor, 'access.decide');
      const { apiAccessRequestIds, ...what } = request.body;
      const ids = [...new Set(apiAccessRequestIds)];
      for (const id of ids) await findDecidable(request, id);
      const act = commandIdOf(request);
      const decided: number[] = [];
      const left: { id: number; code: string }[] = [];
      let position = beginning;
      for (const id of ids) {
        const of = `${act}/access-request-${id}`;
        const run = (): Promise<ResponseBody> =>
          runCommand(request, { id, ...what }, () => prepare(request, verb, id, what), uuidV5(porticoNamespace, of));
        try {
          position = String((await run()).position);
          decided.push(id);
        } catch (error) {
          if (!(error instanceof RefusedError) || error.refusal.refused !== 'conflict') throw error;
          left.push({ id, code: error.refusal.problems[0].code });
        }
      }
      return { decided, left, position };
    },
  });
