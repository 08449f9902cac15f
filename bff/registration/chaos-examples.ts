import type { ChaosCommands } from '#chaos/noun-commands.ts';
import { ofSweep } from '#chaos/view/names.ts';
import { confirmationPath } from '#domain/registration/confirmation.ts';

/** One network may send 30 forms in an hour (`sign-up-request`), and each call of the sweep comes from this machine. */
const most = 25;

/** Returns the token of the link in a mail: 32 bytes as base64url. */
const tokenIn = (text: string): string | undefined => text.split(`${confirmationPath}#`)[1]?.slice(0, 43);
const who = 'ada-lindqvist';

export const commands: ChaosCommands = ({ inbox, view, facts, random, newName }) => {
  let sent = 0;
  const used = new Set<string>();
  const waiting = () => [...view.registrations.all.values()].filter(({ status }) => status === 'waiting');
  return {
    'sign up': {
      event: undefined,
      weight: () => (sent < most ? 2 : 0),
      wish: () => {
        sent += 1;
        const name = newName();
        const person = {
          firstName: 'Chaos',
          lastName: name.slice(ofSweep.length),
          email: `${name.replace(' ', '.')}@chaos.example`,
          company: 'Chaos Company',
          agreeToTerm: 'yes',
          phoneNumber: '',
        };
        return { who, call: { method: 'POST', path: '/api/access-requests', body: person } };
      },
    },
    'confirm sign-up': {
      event: 'RegistrationRequested',
      weight: 3,
      wish: () => {
        const mail = inbox.all().find(({ id, text }) => !used.has(id) && tokenIn(text));
        if (!mail) return undefined;
        used.add(mail.id);
        const body = { token: tokenIn(mail.text) };
        // The command has the id of the request that waits, and so has the mail.
        const call = { method: 'POST', path: '/api/confirm-access-request', body } as const;
        return { who, call, commandId: mail.id, isOnce: true };
      },
    },
    'approve sign-up': {
      event: 'RegistrationApprovalBegun',
      weight: 1.5,
      wish: () => {
        const request = random.pick(waiting());
        if (!request) return undefined;
        const { id, firstname, lastname, email } = request;
        const body = { accessRequestId: id, organizationId: facts.partnerId, firstname, lastname, email };
        const call = { method: 'POST', path: '/api/approve-access-request', body } as const;
        return { who, call, stream: `registration-${id}` };
      },
    },
    'deny sign-up': {
      event: 'RegistrationDenied',
      weight: 0.7,
      wish: () => {
        const request = random.pick(waiting());
        if (!request) return undefined;
        const body = { accessRequestId: request.id, reason: 'Made while everything went wrong.' };
        const call = { method: 'POST', path: '/api/deny-access-request', body } as const;
        return { who, call, stream: `registration-${request.id}` };
      },
    },
  };
};
