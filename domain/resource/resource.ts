import * as z from 'zod/mini';
import { secretReference } from '../consumer/consumer.ts';
import type { Command, Decider } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';
import { refuse } from '../core/problem.ts';

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

export const resourceEvents = { GatewayRegistered: event(gateway) };

export type Gateway = z.output<typeof gateway>;
export type ResourceEvent = EventsOf<typeof resourceEvents>;
export type ResourceCommand = Command<'RegisterGateway', Gateway>;
export type GatewayResource = Readonly<{ status: 'none' }> | (Readonly<{ status: 'active' }> & Gateway);

export const resourceDecider: Decider<GatewayResource, ResourceCommand, ResourceEvent> = {
  noun: 'resource',
  initialState: { status: 'none' },
  decide: ({ data }, state) =>
    state.status === 'none' ? [{ type: 'GatewayRegistered', data }] : refuse('conflict', { code: 'resource.exists' }),
  evolve: (_state, { data }) => ({ status: 'active', ...data }),
};
