import type { OwnHistory } from '../core/history.ts';
import type { BusinessAreaDetails, BusinessAreaEvent } from './business-area.ts';

/** The history of a business area. */
export const businessAreaHistory = {
  noun: 'business-area',
  kinds: { BusinessAreaAdded: 'added', BusinessAreaChanged: 'changed', BusinessAreaRemoved: 'removed' },
  fields: { name: ({ name }) => name, description: ({ description }) => description },
} as const satisfies OwnHistory<BusinessAreaEvent, BusinessAreaDetails>;
