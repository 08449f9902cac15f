import { applicationHistory } from '../application/history.ts';
import { businessAreaHistory } from '../business-area/history.ts';
import { eventCategoryHistory } from '../event-category/history.ts';
import { eventSubscriptionHistory } from '../event-subscription/history.ts';
import { eventTopicHistory } from '../event-topic/history.ts';
import { organizationHistory } from '../organization/history.ts';
import { resourceHistory } from '../resource/history.ts';
import { reviewRoundHistory } from '../review-round/history.ts';

/** The nouns whose things have a history of their own. */
export const ownHistories = {
  organizationHistory,
  applicationHistory,
  businessAreaHistory,
  reviewRoundHistory,
  eventTopicHistory,
  eventSubscriptionHistory,
  eventCategoryHistory,
  resourceHistory,
};
