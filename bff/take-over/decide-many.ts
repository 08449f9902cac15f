import { sql } from 'kysely';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { takeOverDecider } from '#domain/take-over/decider.ts';
import type { ServicesDecided } from '#domain/take-over/decisions.ts';
import { reopenServices, skipServices, stopTakeOvers, takeOverServices } from '#domain/take-over/many-calls.ts';
import { takeOverIdOf } from '#domain/take-over/take-over-id.ts';
import { cutText } from '#platform/cut-text.ts';
import { chooseGateway } from '../gateway-object/find-gateway.ts';
import { type ResponseBody, runCommand } from '../http/command.ts';
import { decideEach as decideEachOf } from '../http/decide-each.ts';
import { authorize, type Received, route } from '../http/route.ts';
import { prepareTakeOver } from './prepare.ts';
import { readForeignServices } from './read-foreign-service.ts';

/** So many take-overs are stopped by one call. */
const stoppedAtOnce = 2_000;

type Service = Readonly<{ id: string; name: string }>;
type Request = Pick<Received, 'c' | 'caller' | 'services' | 'action'>;

/** Decides about services one after the other. */
const decideEach = async <Asked extends Readonly<{ id: string }>>(
  request: Request,
  asked: readonly Asked[],
  nameOf: (id: string) => string,
  decide: (each: Asked, commandId: string) => Promise<ResponseBody>,
): Promise<ServicesDecided> => {
  const { refused, ...done } = await decideEachOf(request, 'take-over', asked, decide);
  return { ...done, refused: refused.map((one) => ({ ...one, name: nameOf(one.id) })) };
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
