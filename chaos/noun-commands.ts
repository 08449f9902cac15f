import type { PorticoEvent } from '#domain/event-catalogue.ts';
import type { LogView, SeenApi, SeenDeployment, SeenKey } from './log-view.ts';
import type { SeenOrganization } from './view/organizations.ts';
import type { Inbox } from './world/inbox.ts';
import type { PersonName } from './world/people.ts';
import type { Random } from './world/random.ts';

export type Call = Readonly<{ method: 'POST' | 'PUT' | 'DELETE'; path: string; body?: unknown }>;

/** Ids of the demo, which exist from the beginning, and of the gateway to which deployments move. */
export type Facts = Readonly<{
  gatewayId: number;
  secondGatewayId: number;
  applicationId: number;
  internalId: number;
  partnerId: number;
  echoUrl: string;
  userIds: Readonly<Record<PersonName, number>>;
}>;

/**
 * What a noun's commands choose from.
 *
 * @property inbox         the mails that were sent.
 * @property view          what exists according to the log.
 * @property apis          the APIs that the sweep published and that nobody deletes.
 * @property deployments   their deployments; mostly those without an open operation.
 * @property keys          their working keys.
 * @property organizations the organizations that the sweep added and that are not going.
 * @property administrator a portal administrator.
 * @property partner       a person of the partner.
 * @property newNumber     returns another number each time, for names.
 * @property newName       returns another name each time. It has only letters.
 */
export type ChaosWorld = Readonly<{
  inbox: Inbox;
  view: LogView;
  facts: Facts;
  random: Random;
  apis: () => readonly SeenApi[];
  deployments: () => readonly SeenDeployment[];
  keys: () => readonly SeenKey[];
  organizations: () => readonly SeenOrganization[];
  administrator: () => PersonName;
  partner: () => PersonName;
  newNumber: () => number;
  newName: () => string;
}>;

/**
 * What one person sends.
 *
 * @property stream    where the event is. Default: the stream that ends with the response's id.
 * @property commandId of the event, where it does not come from person and key.
 * @property wasSo     returns whether the log had what was wanted at some moment of a span, in milliseconds. Then no event
 *                     need follow.
 * @property isOnce    whether the call is refused when it is repeated after its response, as with a link that works once.
 */
export type ChaosWish = Readonly<{
  who: PersonName;
  call: Call;
  stream?: string;
  commandId?: string;
  wasSo?: (view: LogView, from: number, to: number) => boolean;
  isOnce?: true;
}>;

/**
 * One kind of command of people.
 *
 * @property event  follows from the command once. Undefined: none follows at once.
 * @property weight how often it is chosen, compared with the others.
 * @property wish   returns who sends which call, or undefined when there is nothing to work on.
 */
export type ChaosCommand = Readonly<{
  event: PorticoEvent['type'] | undefined;
  weight: number | (() => number);
  wish: () => ChaosWish | undefined;
}>;

/** What `bff/<noun>/chaos-examples.ts` exports as `commands`: the noun's commands by their names. */
export type ChaosCommands = (world: ChaosWorld) => Readonly<Record<string, ChaosCommand>>;

/** Returns a weight: the usual one while there are fewer than `limit`, later nearly none. */
export const whileFewer = (count: number, limit: number, weight: number): number => (count < limit ? weight : 0.2);
