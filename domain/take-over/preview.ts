import * as z from 'zod/mini';
import { idSchema } from '../core/id.ts';

/** Why a service can't be put under the portal as it is. Each is a sentence for people. */
const takeOverRefusals = [
  'service-off',
  'service-protocol',
  'service-certificate',
  'service-upstream',
  'no-route',
  'route-protocol',
  'route-headers',
  'route-places',
  'route-expression',
  'route-plugin',
  'route-twin',
  'no-keys',
  'anonymous',
  'preflight',
  'key-in-body',
  'no-groups',
  'denied-groups',
  'limit',
  'addresses',
  'plugin',
  'caller-plugin',
  'key-expires',
  'shared-key',
  'shared-with-all',
] as const;

/** What stays at the gateway as it is, outside the deployment. */
const takeOverLeft = ['log-plugin', 'global-plugin'] as const;

/** What callers or the target would notice. */
const takeOverDifferences = ['key-hidden', 'groups-hidden', 'caller-names', 'key-name', 'counts-anew'] as const;

/** What has become of a service that somebody wanted under the portal, or did not. */
export const takeOverStates = ['taking', 'taken', 'failed', 'skipped'] as const;

const noteOf = <const Codes extends readonly [string, ...string[]]>(codes: Codes) =>
  z.object({ code: z.enum(codes), parameters: z.record(z.string(), z.string()) });

/** The most keys and notes of each kind that are named. */
export const mostNamed = 100;

/**
 * `GET /api/kong/service/{id}/take-over`: what of somebody else's service a deployment of this portal could be. Nothing is
 * changed.
 *
 * @property seen     tells the state of the service. A request that is based on another one is refused.
 * @property progress what has become of it; null: nothing yet.
 * @property asOf     when the gateway was last read whole; null: never yet.
 * @property refusals why it can't be; none: it fits.
 * @property left     what would stay outside.
 * @property keys     the keys that callers use, told by their fingerprints.
 */
export const takeOverPreview = z.object({
  id: z.string(),
  gatewayId: idSchema,
  name: z.string(),
  asOf: z.nullable(z.string()),
  seen: z.string(),
  progress: z.nullable(z.enum(takeOverStates)),
  target: z.string(),
  routes: z.array(z.object({ name: z.string(), hosts: z.array(z.string()), paths: z.array(z.string()) })),
  ratePerMinute: z.nullable(z.number()),
  addresses: z.array(z.string()),
  keyNames: z.array(z.string()),
  keys: z.array(z.object({ caller: z.string(), fingerprint: z.string() })),
  keysTotal: z.int(),
  refusals: z.array(noteOf(takeOverRefusals)),
  left: z.array(noteOf(takeOverLeft)),
  differences: z.array(noteOf(takeOverDifferences)),
});
export type TakeOverPreview = z.output<typeof takeOverPreview>;
export type TakeOverRefusal = TakeOverPreview['refusals'][number];
export type TakeOverLeft = TakeOverPreview['left'][number];
export type TakeOverDifference = TakeOverPreview['differences'][number];
