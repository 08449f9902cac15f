import { streamOf } from '../core/id.ts';
import { aboutAt, type PlacedSubject } from '../core/operation-kind.ts';

/** What requests of release 1.4.0 say instead of `about`. The key is null for the deployment itself. */
export type FormerIds = Readonly<{ deploymentId: number; consumerId: number | null }>;

/** Returns what such a request is about. */
export const aboutFormer = ({ deploymentId, consumerId }: FormerIds): PlacedSubject =>
  consumerId === null
    ? aboutAt('deployment', deploymentId)
    : aboutAt('consumer', consumerId, streamOf('deployment', deploymentId));
