import { useQuery } from '@tanstack/react-query';
import type { Environment } from '#domain/core/environment.ts';
import type { OperationRow } from '#domain/operation/schema.ts';
import { isRemoval } from '#domain/operation-kinds/operation-kinds.ts';
import { approvalRulesOptions } from '../approval/shared/queries.ts';

/** Returns the environments for which a second person is asked when these operations are replayed. A removal never waits. */
export const useReplaysByTwo = (operations: readonly Pick<OperationRow, 'environment' | 'kind'>[]): Environment[] => {
  const { data } = useQuery(approvalRulesOptions);
  const changed = operations.flatMap(({ environment, kind }) => (environment && !isRemoval(kind) ? [environment] : []));
  return (data?.twoPeople ?? []).filter((environment) => changed.includes(environment));
};
