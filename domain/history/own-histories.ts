import { businessAreaHistory } from '../business-area/history.ts';

/** The nouns whose things have a history of their own. */
export const ownHistories = {
  businessAreaHistory,
};
