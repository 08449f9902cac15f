import { useQuery } from '@tanstack/react-query';
import { operationQuery } from '../../../api/running-operations.ts';
import { OperationStepper } from './operation-stepper.tsx';

/** Shows an operation by its id and follows it until it ends. Shows nothing if the user may not see it. */
export const OperationProgress = ({ operationId }: { operationId: string }) => {
  const operation = useQuery(operationQuery(operationId));
  return operation.data ? <OperationStepper operation={operation.data} /> : null;
};
