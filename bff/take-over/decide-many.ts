import { sql } from 'kysely';
import { notFound, type RefusalKind, RefusedError } from '#domain/core/problem.ts';
import { takeOverDecider } from '#domain/take-over/decider.ts';
import type { ServicesDecided } from '#domain/take-over/decisions.ts';
import { reopenServices, skipServices, stopTakeOvers, takeOverServices } from '#domain/take-over/many-calls.ts';
import { takeOverIdOf } from '#domain/take-over/take-over-id.ts';
import { beginning } from '#eventstore/event-store.ts';
import { cutText } from '#platform/cut-text.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import { chooseGateway } from '../gateway-object/find-gateway.ts';
import { commandIdOf, type ResponseBody, runCommand } from '../http/command.ts';
import { authorize, type Received, route } from '../http/route.ts';
import { prepareTakeOver } from './prepare.ts';
import { readForeignServices } from './read-foreign-service.ts';

/** Refusals that say something about one service. All others, such as an outage, end the whole call. */
const ofOneService: readonly RefusalKind[] = ['conflict', 'invalid', 'not-found'];

/** So many take-overs are stopped by one call. */
const stoppedAtOnce = 2_000;

type Service = Readonly<{ id: string; name: string }>;
type Request = Pick<Received, 'c' | 'caller' | 'services' | 'action'>;

/**
 * Decides about services one after the other. Each gets its own event, with the same correlation id, so that the work on many is a large
 * task that leaves room for others. One that is refused does not stop the others. A call that is cut in the middle and repeated with its
 * idempotency key decides the rest.
 *
 * @param decide gets the id of the command.
 */
const decideEach = async <Asked extends Readonly<{ id: string }>>(
  request: Request,
  asked: readonly Asked[],
  nameOf: (id: string) => string,
  decide: (each: Asked, commandId: string) => Promise<ResponseBody>,
): Promise<ServicesDecided> => {
  const act = commandIdOf(request);
  const decided: string[] = [];
  const refused: ServicesDecided['refused'] = [];
  let position = beginning;
  // A service that is named twice is decided once.
  for (const each of new Map(asked.map((one) => [one.id, one])).values()) {
    try {
      const done = await decide(each, uuidV5(porticoNamespace, `${act}/take-over-${each.id}`));
      position = String(done.position);
      decided.push(each.id);
    } catch (error) {
      if (!(error instanceof RefusedError && ofOneService.includes(error.refusal.refused))) throw error;
      const [{ code, parameters }] = error.refusal.problems;
      refused.push({ id: each.id, name: nameOf(each.id), code, ...(parameters && { parameters }) });
    }
  }
  return { decided, refused, position };
};

/** Returns the services of a gateway that are not of this portal, by their ids. @throws RefusedError when there is no such gateway. */
const findServices = async ({ services: { db } }: Request, gatewayId: number, ids: readonly string[]) => {
  await chooseGateway(db, gatewayId);
  const { rows } = await sql<Service>`select id, name from gateway_objects
    where gateway_id = ${gatewayId} and kind = 'service' and id = any(${ids}::text[]) and not is_gone and not is_own`.execute(
    db,
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return { nameOf: (id: string) => found.get(id)?.name ?? '', find: (id: string) => found.get(id) };
};

const gone = () => new RefusedError(notFound());

const takeOver = route(takeOverServices, {
  action: 'gateway-object.change',
  summary: 'Put many services under the portal, each with its own API, environment and organization',
  handle: async (request) => {
    const { actor, body, services } = request;
    authorize(actor, 'gateway-object.change');
    const { gatewayId } = body;
    const ids = body.services.map(({ id }) => id);
    const { find, nameOf } = await findServices(request, gatewayId, ids);
    const seen = await readForeignServices(services.db, { gatewayId, serviceIds: ids.filter((id) => find(id)) });
    const given = new Set<string>();
    return await decideEach(request, body.services, nameOf, (form, commandId) =>
      runCommand(
        request,
        { gatewayId, ...form },
        async () => {
          const [service, one] = [find(form.id), seen.get(form.id)];
          if (!service || !one) throw gone();
          return await prepareTakeOver(request, { gatewayId, service, seen: one, form, given });
        },
        commandId,
      ),
    );
  },
});

const skip = route(skipServices, {
  action: 'gateway-object.change',
  summary: 'Leave services outside the portal, with a reason, until somebody opens them again',
  handle: async (request) => {
    const { actor, body } = request;
    authorize(actor, 'gateway-object.change');
    const { gatewayId, serviceIds, reason } = body;
    const { find, nameOf } = await findServices(request, gatewayId, serviceIds);
    const asked = serviceIds.map((id) => ({ id }));
    return await decideEach(request, asked, nameOf, ({ id }, commandId) =>
      runCommand(
        request,
        { gatewayId, id, reason },
        async () => {
          const service = find(id);
          if (!service) throw gone();
          const data = { gatewayId, serviceId: id, name: cutText(service.name, 500), reason };
          return {
            decider: takeOverDecider,
            id: takeOverIdOf(gatewayId, id),
            command: { type: 'SkipService', data } as const,
            response: {},
          };
        },
        commandId,
      ),
    );
  },
});

const reopenEach = (request: Request, gatewayId: number, ids: readonly string[], nameOf: (id: string) => string) =>
  decideEach(
    request,
    ids.map((id) => ({ id })),
    nameOf,
    ({ id: serviceId }, commandId) =>
      runCommand(
        request,
        { gatewayId, serviceId },
        async () => ({
          decider: takeOverDecider,
          id: takeOverIdOf(gatewayId, serviceId),
          command: { type: 'ReopenService', data: { gatewayId, serviceId } } as const,
          response: {},
        }),
        commandId,
      ),
  );

const reopen = route(reopenServices, {
  action: 'gateway-object.change',
  summary: 'Let services wait for a decision again: skipped ones, and those whose take-over has not begun',
  handle: async (request) => {
    const { actor, body } = request;
    authorize(actor, 'gateway-object.change');
    const { gatewayId, serviceIds } = body;
    const { nameOf, find } = await findServices(request, gatewayId, serviceIds);
    if (!serviceIds.some((id) => find(id))) throw gone();
    return await reopenEach(request, gatewayId, serviceIds, nameOf);
  },
});

const stop = route(stopTakeOvers, {
  action: 'gateway-object.change',
  summary: 'Stop all take-overs of a gateway that have not begun; the others end as they would have',
  handle: async (request) => {
    const { actor, body, services } = request;
    authorize(actor, 'gateway-object.change');
    const { gatewayId } = body;
    const waiting = await services.db
      .selectFrom('take_overs')
      .select('service_id')
      .where('gateway_id', '=', gatewayId)
      .where('state', '=', 'taking')
      .where('has_begun', '=', false)
      .limit(stoppedAtOnce)
      .execute();
    const ids = waiting.map(({ service_id: id }) => id);
    const { nameOf } = await findServices(request, gatewayId, ids);
    return await reopenEach(request, gatewayId, ids, nameOf);
  },
});

/** What is decided about many services at once. */
export const takeOversCommands = [takeOver, skip, reopen, stop];
