import type { OperationKind } from '#domain/operation/operation.ts';
import { addConsumer } from './add-consumer.ts';
import { deploy } from './deploy.ts';
import type { Handler } from './handler.ts';
import { removeConsumer } from './remove-consumer.ts';
import { undeploy } from './undeploy.ts';

/** Who carries out which kind. */
export const handlers: Readonly<Record<OperationKind, Handler>> = {
  deploy,
  undeploy,
  'add-consumer': addConsumer,
  'remove-consumer': removeConsumer,
};
