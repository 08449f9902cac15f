import { setApprovalRule, setPeopleRule } from '#domain/approval-rule/calls.ts';
import { RefusedError } from '#domain/core/problem.ts';
import type { Opposite } from '#domain/core/undo.ts';
import { saveMember, saveUser, switchUser } from '#domain/user/calls.ts';
import type { RoleInput } from '#domain/user/manage-form.ts';
import { otherAdministrators } from '../approval-rule/shared/administrators.ts';
import { changesByTwo } from '../approval-rule/shared/needs-two.ts';
import type { Received } from '../http/route.ts';
import { asksForRole, howToEnable } from '../user/ask-second-person.ts';

type Asked = Pick<Received, 'services' | 'actor'>;

/** `asked`: by this command. `nobody`: nobody else is there who could approve. `together`: what needs nobody can't be in the same command. */
type Second = 'not-needed' | 'asked' | 'nobody' | 'together';

const isCall = ({ call: { method, path } }: Opposite, other: Opposite['call']): boolean =>
  method === other.method && path === other.path;

/** What a command that gives the portal administrator's role alone has. */
const roleAlone = new Set(['id', 'portalAdmin', 'basedOn']);

const askedForRole = async (request: Asked, opposite: Opposite): Promise<Second> => {
  const { body = {} } = opposite;
  if (!(await asksForRole(request, body as RoleInput & { id: number }))) return 'not-needed';
  return Object.keys(body).every((name) => roleAlone.has(name)) ? 'asked' : 'together';
};

const askedToEnd = async ({ services, actor }: Asked): Promise<Second> => {
  const { otherAdministrator, formerAdministrator } = await otherAdministrators(services, actor.userId);
  if (otherAdministrator) return 'asked';
  return formerAdministrator ? 'nobody' : 'not-needed';
};

const askedBy = async (request: Asked, opposite: Opposite): Promise<Second> => {
  const { action, body = {} } = opposite;
  if (action === 'deployment.request' && body.env !== undefined)
    return (await changesByTwo(request.services, body.env as never)) ? 'asked' : 'not-needed';
  if (isCall(opposite, saveUser) || isCall(opposite, saveMember)) return await askedForRole(request, opposite);
  if (isCall(opposite, switchUser) && body.status === 'ACTIVE')
    return (await howToEnable(request, Number(body.id))) === 'asked' ? 'asked' : 'not-needed';
  const isRule = isCall(opposite, setApprovalRule) || isCall(opposite, setPeopleRule);
  return isRule && body.twoPeople === false ? await askedToEnd(request) : 'not-needed';
};

/** Returns whether the opposite command asks a second person, decided as its route decides it. */
export const asksSecondPerson = async (request: Asked, opposite: Opposite): Promise<Second> =>
  await askedBy(request, opposite).catch((error: unknown): Second => {
    if (error instanceof RefusedError && error.refusal.problems[0].code === 'approval-rule.nobody-to-approve')
      return 'nobody';
    throw error;
  });
