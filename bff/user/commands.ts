import { may } from '#domain/core/authorization.ts';
import type { Problem } from '#domain/core/problem.ts';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import { saveUser } from '#domain/user/calls.ts';
import { userDecider } from '#domain/user/decider.ts';
import { acceptTerms, findPasswordPage, saveMailChoices, saveSettings, seeWelcome } from '#domain/user/own-calls.ts';
import type { User, UserCommand } from '#domain/user/user.ts';
import { runCommand } from '../http/command.ts';
import type { Form } from '../http/older-form.ts';
import { authorize, type Received, route } from '../http/route.ts';
import { invalidField } from '../input/invalid.ts';
import { givesAdministrator } from './gives-administrator.ts';
import { changeAccount } from './manage-commands.ts';

const profileOf = (state: User) => (state.status === 'none' ? {} : state.profile);

/** Runs a command of a user about themselves. @param userId another user's id is treated as unknown. */
const changeOwn = async (
  request: Received,
  command: UserCommand,
  { userId = request.actor.userId, form }: Readonly<{ userId?: number; form?: Form<User> }> = {},
) => {
  authorize(request.actor, 'user.change-own', { userId });
  return await runCommand(request, command.data, async () => ({
    decider: userDecider,
    id: userId,
    command,
    ...(form && { form }),
    response: { userId },
  }));
};

/** The form sends the e-mail address, but it can't be changed here: it belongs to the identity provider. */
const checkEmail = async ({ actor, services }: Received, email: string | undefined) => {
  if (email === undefined) return;
  const person = await services.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', actor.userId)
    .executeTakeFirst();
  if (person?.email.toLowerCase() !== email.trim().toLowerCase()) throw invalidField('email', 'user.email-fixed');
};

const noAccountPage: Problem = { code: 'sign-in.unavailable' };

export const userCommands = [
  route(saveUser, {
    limit: 'settings',
    action: 'user.change-own',
    fresh: async ({ body, services, actor }) =>
      !('firstname' in body) && may(actor, 'user.administer') && (await givesAdministrator({ services, actor }, body)),
    summary: "Change one's own name and phone number; as a portal administrator, a person's organization and roles",
    handle: async (request) => {
      if (!('firstname' in request.body)) return await changeAccount(request, request.body);
      const { id, firstname, lastname, phoneNumber, email, basedOn } = request.body;
      const userId = id === 0 ? request.actor.userId : id;
      authorize(request.actor, 'user.change-own', { userId });
      await checkEmail(request, email);
      const command: UserCommand = { type: 'ChangeProfile', data: { firstname, lastname, phoneNumber } };
      return await changeOwn(request, command, { userId, form: { basedOn, shows: profileOf } });
    },
  }),
  route(saveSettings, {
    limit: 'settings',
    action: 'user.change-own',
    summary: 'Change how the portal looks; what is left out stays as it is',
    handle: async (request) => await changeOwn(request, { type: 'ChangeSettings', data: request.body }),
  }),
  route(saveMailChoices, {
    limit: 'settings',
    action: 'user.change-own',
    summary: 'Choose when mails come, by topic; what is left out stays as it is',
    handle: async (request) => await changeOwn(request, { type: 'ChangeMails', data: request.body }),
  }),
  route(seeWelcome, {
    limit: 'settings',
    action: 'user.change-own',
    summary: 'The first-login dialog has been seen',
    handle: async (request) => await changeOwn(request, { type: 'WelcomeUser', data: {} }),
  }),
  route(acceptTerms, {
    limit: 'settings',
    action: 'user.change-own',
    summary: 'Accept the terms and conditions of use, in the version that was shown',
    handle: async (request) => await changeOwn(request, { type: 'AcceptTerms', data: request.body }),
  }),
  route(findPasswordPage, {
    action: 'user.change-own',
    summary: 'Where the password is changed: the portal has none of its own',
    handle: async ({ actor, services: { settings } }) => {
      authorize(actor, 'user.change-own', { userId: actor.userId });
      const accountUrl = settings.OIDC_ACCOUNT_URL ?? settings.OIDC_ISSUER;
      if (!accountUrl) throw new RefusedError(refuse('unavailable', noAccountPage));
      return { accountUrl };
    },
  }),
];
