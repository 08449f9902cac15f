import * as z from 'zod/mini';
import { environmentSchema } from '../core/environment.ts';
import { idSchema } from '../core/id.ts';
import { growingListParameters, growingPageOf } from '../core/list.ts';

/** A row of `GET /api/view-consumer-list`: who saw the secret of which key or subscription, from where and when. */
const credentialViewRow = z.object({
  /** The event's id. */
  id: z.uuid(),
  /** Null for a subscription's login at Kafka. */
  consumerId: z.nullable(idSchema),
  /** Null for a key. */
  subscriptionId: z.nullable(idSchema),
  /** The key's nickname when it was viewed, '' for a key without one; or the name of the subscription. */
  consumerName: z.string(),
  /** The name of the API, or of the topic. */
  apiName: z.string(),
  env: z.nullable(environmentSchema),
  /** The organization of the key or subscription. */
  organizationName: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  /** The organization of the viewer. */
  viewerOrganizationName: z.string(),
  /** '' when the address was not recorded. */
  ipAddress: z.string(),
  processAt: z.string(),
});
export type CredentialViewRow = z.output<typeof credentialViewRow>;

export const credentialViewListQuery = z.extend(
  growingListParameters(['organizationName', 'lastname', 'email', 'consumerName', 'ipAddress', 'processAt'], {
    sort: 'processAt',
    order: 'desc',
  }),
  { search: z._default(z.string().check(z.trim(), z.maxLength(200)), '') },
);
export type CredentialViewListQuery = z.output<typeof credentialViewListQuery>;

export const credentialViewPage = growingPageOf('records', credentialViewRow);
export type CredentialViewPage = z.output<typeof credentialViewPage>;
