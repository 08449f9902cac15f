import type { ApiSubject, CodeSubject, GatewaySubject, Subject } from '../job.ts';
import { applyConsumer } from './apply-consumer.ts';
import { deleteApi } from './delete-api.ts';
import { deploy } from './deploy.ts';
import { endCredentials } from './end-credentials.ts';
import { generateCode } from './generate-code.ts';
import type { Handler } from './handler.ts';
import { reconcile } from './reconcile.ts';
import { removeConsumer } from './remove-consumer.ts';
import { undeploy } from './undeploy.ts';

type Handlers = Readonly<
  Record<GatewaySubject['kind'], Handler> &
    Record<CodeSubject['kind'], Handler<CodeSubject>> &
    Record<ApiSubject['kind'], Handler<ApiSubject>>
>;

/** Who carries out which kind. */
const handlers: Handlers = {
  deploy,
  undeploy,
  'add-consumer': applyConsumer,
  'update-consumer': applyConsumer,
  'rotate-credentials': applyConsumer,
  'end-credentials': endCredentials,
  'remove-consumer': removeConsumer,
  reconcile,
  'generate-code': generateCode,
  'delete-api': deleteApi,
};

/** A handler gets subjects of its own kind only, which is more than the types can follow. */
export const handlerOf = ({ kind }: Subject): Handler<Subject> => handlers[kind] as Handler<never> as Handler<Subject>;
