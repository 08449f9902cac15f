import * as z from 'zod/mini';
import { secretReference } from '../consumer/consumer.ts';
import type { Command, Decider } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';
import { notFound, refuse } from '../core/problem.ts';

/** A gateway and the settings that the portal needs to reach it. */
const gateway = z.object({
  resourceId: idSchema,
  type: z.literal('KONG'),
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  /** Whether every organization may deploy to it. */
  isPublic: z.boolean(),
  /** The organizations that may deploy to it when it is not public. */
  organizations: z.array(idSchema),
  adminUrl: z.url(),
  /** The proxy's address for callers. */
  apiUrl: z.url(),
  /** The proxy's https address. The token endpoint works only there. */
  apiSslUrl: z.url(),
  /** How many nodes are behind the proxy, if somebody said so. More can be found by calling it. */
  nodes: z.optional(z.int().check(z.positive(), z.maximum(1000))),
  /** The address that the gateway's http-log plugin posts to. */
  httpLogEndpoint: z.url(),
  adminApiKey: z.nullable(secretReference),
  /** The gateway sends this key with its telemetry (requirement D10). */
  telemetryKey: secretReference,
});

export const resourceEvents = {
  GatewayRegistered: event(gateway),
  /** All settings, as they are from now on. */
  GatewayChanged: event(gateway),
  GatewayRemoved: event(z.object({ resourceId: idSchema })),
};

export type Gateway = z.output<typeof gateway>;
export type ResourceEvent = EventsOf<typeof resourceEvents>;
/** @property isInUse whether something is deployed to it. */
export type ResourceCommand =
  | Command<'RegisterGateway', Gateway>
  | Command<'ChangeGateway', Gateway>
  | Command<'RemoveGateway', { isInUse: boolean }>;
export type GatewayResource =
  | Readonly<{ status: 'none' }>
  | (Readonly<{ status: 'active' }> & Gateway)
  | Readonly<{ status: 'removed'; resourceId: number }>;

const isSame = (one: Gateway, other: Gateway): boolean =>
  (Object.keys(other) as (keyof Gateway)[]).every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));

export const resourceDecider: Decider<GatewayResource, ResourceCommand, ResourceEvent> = {
  noun: 'resource',
  initialState: { status: 'none' },
  decide: ({ type, data }, state) => {
    if (type === 'RegisterGateway')
      return state.status === 'none'
        ? [{ type: 'GatewayRegistered', data }]
        : refuse('conflict', { code: 'resource.exists' });
    if (state.status === 'none') return notFound();
    if (state.status === 'removed') return type === 'RemoveGateway' ? [] : notFound();
    if (type === 'ChangeGateway') return isSame(state, data) ? [] : [{ type: 'GatewayChanged', data }];
    return data.isInUse
      ? refuse('conflict', { code: 'resource.in-use' })
      : [{ type: 'GatewayRemoved', data: { resourceId: state.resourceId } }];
  },
  evolve: (_state, event) =>
    event.type === 'GatewayRemoved' ? { status: 'removed', ...event.data } : { status: 'active', ...event.data },
};
