import type { Decider, Decision } from '../core/decider.ts';
import { notFound, refuse } from '../core/problem.ts';
import type { Mail, MailCommand, MailEvent } from './mail.ts';

const decide = (command: MailCommand, state: Mail): Decision<MailEvent> => {
  if (command.type === 'RequestMail') {
    return state.status === 'none' ? [{ type: 'MailRequested', data: command.data }] : [];
  }
  if (state.status === 'none') return notFound();
  switch (command.type) {
    case 'HandOverMail':
      // Nobody knows whether the mail arrived. Only a person may decide to send it again, by a replay.
      if (state.status === 'accepted' || (state.status === 'handed-over' && state.replay >= command.data.replay))
        return refuse('conflict', { code: 'mail.in-doubt' });
      return [{ type: 'MailHandedOver', data: command.data }];
    case 'AcceptMail':
      return state.status === 'handed-over' ? [{ type: 'MailAccepted', data: command.data }] : [];
    case 'RefuseMail':
      return state.status === 'handed-over' ? [{ type: 'MailRefused', data: command.data }] : [];
    default:
      return command satisfies never;
  }
};

const evolve = (state: Mail, event: MailEvent): Mail => {
  if (event.type === 'MailRequested') return { status: 'requested', request: event.data };
  if (state.status === 'none') return state;
  const { request } = state;
  if (event.type === 'MailHandedOver') return { status: 'handed-over', request, replay: event.data.replay };
  return { status: event.type === 'MailAccepted' ? 'accepted' : 'requested', request };
};

/** One mail to one person. The stream has the operation's id. */
export const mailDecider: Decider<Mail, MailCommand, MailEvent> = {
  noun: 'mail',
  initialState: { status: 'none' },
  decide,
  evolve,
};
