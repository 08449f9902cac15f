import { applicationHistory } from '../application/history.ts';
import { businessAreaHistory } from '../business-area/history.ts';
import { organizationHistory } from '../organization/history.ts';

/** The nouns whose things have a history of their own. */
export const ownHistories = {
  organizationHistory,
  applicationHistory,
  businessAreaHistory,
};
