import { apiNames } from '../api/operations.ts';
import { applicationNames } from '../application/operations.ts';
import type { SubjectName } from '../core/operation-kind.ts';
import { deploymentNames } from '../deployment/operations.ts';
import { organizationNames } from '../organization/operations.ts';

/** For each noun: how its events change what its things are called. */
type Names = Readonly<Record<string, Readonly<Record<string, (data: never) => SubjectName>>>>;

/** The nouns that operations show by name, or whose owners may see an operation. */
export const subjectNames = {
  organization: organizationNames,
  api: apiNames,
  application: applicationNames,
  deployment: deploymentNames,
} as const satisfies Names;
