import type { organizationOperations } from '#domain/organization/operations.ts';
import type { WorkOf } from '../engine/handler.ts';
import { deleteOrganization } from './delete-organization.ts';
import { followKeys } from './follow-keys.ts';

export const organizationWork = {
  'suspend-organization': { handler: followKeys },
  'restore-organization': { handler: followKeys },
  'delete-organization': { handler: deleteOrganization },
} satisfies WorkOf<keyof typeof organizationOperations>;
