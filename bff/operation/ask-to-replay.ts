import type { Environment } from '#domain/core/environment.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import { requestApproval } from '../approval/shared/request-approval.ts';
import { changesByTwo } from '../approval-rule/shared/needs-two.ts';
import { commandIdOf, type ResponseBody } from '../http/command.ts';
import type { Received } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { changesAt } from './changes-at.ts';
import { type Compared, compareReplays } from './shared/asked-replays.ts';
import { findOperations } from './shared/find-operations.ts';

/** Operations of an environment that two people change. */
type Waiting = Readonly<{ environment: Environment; operations: Awaited<ReturnType<typeof findOperations>> }>;

/** Returns which of these operations need a second person, by their environments. */
export const needTwo = async (services: Services, ids: readonly string[]): Promise<readonly Waiting[]> => {
  const rows = await findOperations(services.db, ids);
  const places = Map.groupBy(rows, changesAt);
  const waiting: Waiting[] = [];
  for (const [environment, found] of places)
    if (environment && (await changesByTwo(services, environment))) waiting.push({ environment, operations: found });
  return waiting;
};

/** @property asked the response to the request. Undefined: all were refused. */
type AskedToReplay = Readonly<{ asked?: ResponseBody; operationIds: string[]; refused: Compared['refused'] }>;

/** Asks a second person to have operations of an environment replayed, with what each would change now. */
export const askToReplay = async (
  request: Received,
  { environment, operations: rows }: Waiting,
  reason: string,
): Promise<AskedToReplay> => {
  const compared = await compareReplays(request.services, rows);
  const { operations: replays, refused, plan, hash } = compared;
  if (replays.length === 0) return { operationIds: [], refused };
  const commandId = uuidV5(porticoNamespace, `${commandIdOf(request)}/replays-${environment}`);
  const content = { environment, reason, ids: rows.map(({ id }) => id) };
  const change = { kind: 'replay', environment, reason, operations: replays } as const;
  const asked = await requestApproval(request, content, async () => ({ change, plan, hash }), commandId);
  return { asked, operationIds: replays.map(({ operationId }) => operationId), refused };
};
