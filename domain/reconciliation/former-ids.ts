import { streamOf } from '../core/id.ts';
import { aboutAt, type PlacedSubject } from '../core/operation-kind.ts';

/** What requests of release 1.4.0 say instead of `about`. The key is null for the deployment itself. */
export type FormerIds = Readonly<{ deploymentId: number; consumerId: number | null }>;

/** Returns what such a request is about. */
export const aboutFormer = ({ deploymentId, consumerId }: FormerIds): PlacedSubject =>
  consumerId === null
    ? aboutAt('deployment', deploymentId)
    : aboutAt('consumer', consumerId, streamOf('deployment', deploymentId));

/** Returns the ids that the last release reads. It knows no other nouns. Goes with the release after 1.5.0. */
export const formerIdsOf = ({ noun, id, place }: PlacedSubject): FormerIds | undefined => {
  if (noun === 'deployment') return { deploymentId: Number(id), consumerId: null };
  if (noun === 'consumer') return { deploymentId: Number(place.replace('deployment-', '')), consumerId: Number(id) };
  return undefined;
};
