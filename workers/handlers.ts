import { deleteApi } from './api/delete-api.ts';
import { deleteApplication } from './application/delete-application.ts';
import { generateCode } from './code-generation/generate-code.ts';
import { applyConsumer } from './consumer/apply-consumer.ts';
import { endCredentials } from './consumer/end-credentials.ts';
import { removeConsumer } from './consumer/remove-consumer.ts';
import { deploy } from './deployment/deploy.ts';
import { undeploy } from './deployment/undeploy.ts';
import type { Handler } from './engine/handler.ts';
import type {
  ApiSubject,
  ApplicationSubject,
  CodeSubject,
  GatewaySubject,
  MailSubject,
  OrganizationSubject,
  Subject,
} from './engine/job.ts';
import { limitKeys } from './key-limit/limit-keys.ts';
import { sendMail } from './mail/send-mail.ts';
import { deleteOrganization } from './organization/delete-organization.ts';
import { followKeys } from './organization/follow-keys.ts';
import { restoreKeys } from './organization/restore-keys.ts';
import { suspendKeys } from './organization/suspend-keys.ts';
import { reconcile } from './reconciliation/reconcile.ts';

type Handlers = Readonly<
  Record<GatewaySubject['kind'], Handler> &
    Record<CodeSubject['kind'], Handler<CodeSubject>> &
    Record<ApiSubject['kind'], Handler<ApiSubject>> &
    Record<ApplicationSubject['kind'], Handler<ApplicationSubject>> &
    Record<MailSubject['kind'], Handler<MailSubject>> &
    Record<OrganizationSubject['kind'], Handler<OrganizationSubject>>
>;

/** The handlers by kind. */
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
  'delete-application': deleteApplication,
  'send-mail': sendMail,
  'suspend-organization': followKeys,
  'restore-organization': followKeys,
  'delete-organization': deleteOrganization,
  'suspend-keys': suspendKeys,
  'restore-keys': restoreKeys,
  'limit-keys': limitKeys,
};

/** Returns the handler of a subject. Each handler gets only subjects of its own kind, which the types can't express. */
export const handlerOf = ({ kind }: Subject): Handler<Subject> => handlers[kind] as Handler<never> as Handler<Subject>;
