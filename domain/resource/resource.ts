import * as z from 'zod';
import { secretReference } from '../consumer/consumer.ts';
import type { Command, Decider } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';
import { refuse } from '../core/problem.ts';

/** A gateway server and the settings that a portal needs to reach it. */
const gateway = z.object({
  resourceId: idSchema,
  type: z.literal('KONG'),
  name: z.string().min(1).max(200),
  /** Every organization may deploy to it. */
  isPublic: z.boolean(),
  /** The organizations that may deploy to it when it is not public. */
  organizations: z.array(idSchema),
  adminUrl: z.url(),
  /** The proxy, as callers reach it. */
  apiUrl: z.url(),
  /** The proxy over https: the token endpoint answers nowhere else. */
  apiSslUrl: z.url(),
  /** Where the gateway's http-log plugin posts to. */
  httpLogEndpoint: z.url(),
  adminApiKey: secretReference.nullable(),
  /** What the gateway shows when it posts its requests (requirement D10). */
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
