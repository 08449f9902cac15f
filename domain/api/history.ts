import { changesOf, type HistoryChange } from '../core/changes.ts';
import type { HistoryPlace } from '../core/history.ts';
import type { ApiDetails, ApiEvent } from './api.ts';

/** The place of each event in an API's history. */
export const apiHistory = {
  ApiPublished: 'api',
  ApiSpecChanged: 'api',
  ApiDetailsChanged: 'api',
  ApiAssigned: 'api',
  ApiDeletionRequested: 'api',
  ApiDeleted: 'api',
} as const satisfies Record<ApiEvent['type'], HistoryPlace>;

/** @param areaOf returns the name of a business area. */
export const detailChanges = (from: ApiDetails, to: ApiDetails, areaOf: (id: number) => string): HistoryChange[] => {
  const valuesOf = ({ name, description, sourceRepo, businessAreaId }: ApiDetails) => ({
    name,
    description,
    sourceRepo,
    businessArea: businessAreaId === null ? null : areaOf(businessAreaId),
  });
  return changesOf(valuesOf(from), valuesOf(to));
};
