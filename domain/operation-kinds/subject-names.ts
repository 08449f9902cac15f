import { apiNames } from '../api/operations.ts';
import { applicationNames } from '../application/operations.ts';
import type { SubjectName } from '../core/operation-kind.ts';
import { deploymentNames } from '../deployment/operations.ts';
import { eventCategoryNames } from '../event-category/names.ts';
import { eventSubscriptionNames } from '../event-subscription/operations.ts';
import { eventTopicNames } from '../event-topic/operations.ts';
import { gatewayObjectNames } from '../gateway-object/operations.ts';
import { organizationNames } from '../organization/operations.ts';
import { takeOverNames } from '../take-over/operations.ts';

/** For each noun: how its events change what its things are called. */
type Names = Readonly<Record<string, Readonly<Record<string, (data: never) => SubjectName>>>>;

/** The nouns that operations show by name, or whose owners may see an operation, and those whose names are kept for others. */
export const subjectNames = {
  organization: organizationNames,
  api: apiNames,
  application: applicationNames,
  'event-category': eventCategoryNames,
  'event-topic': eventTopicNames,
  'event-subscription': eventSubscriptionNames,
  deployment: deploymentNames,
  'gateway-object': gatewayObjectNames,
  'take-over': takeOverNames,
} as const satisfies Names;
