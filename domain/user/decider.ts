import type { Decider, Decision } from '../core/decider.ts';
import { missing, refuse } from '../core/problem.ts';
import type { User, UserCommand, UserEvent } from './user.ts';

const decide = (command: UserCommand, state: User): Decision<UserEvent> => {
  if (command.type === 'RegisterUser') {
    if (state.status !== 'none') return refuse('conflict', { code: 'user.exists' });
    return [{ type: 'UserRegistered', data: { ...command.data, roles: [...command.data.roles] } }];
  }
  if (state.status === 'none') return missing();
  const { userId } = state;
  switch (command.type) {
    case 'LinkIdentity':
      if (state.identity) return refuse('conflict', { code: 'user.identity-linked' });
      return [{ type: 'UserIdentityLinked', data: { userId, identity: command.data.identity } }];
    case 'ChangeRoles':
      return [{ type: 'UserRolesChanged', data: { userId, from: [...state.roles], to: [...command.data.roles] } }];
    case 'DisableUser':
      return state.status === 'disabled' ? [] : [{ type: 'UserDisabled', data: { userId } }];
    case 'EnableUser':
      return state.status === 'active' ? [] : [{ type: 'UserEnabled', data: { userId } }];
    case 'SignIn':
      if (state.status === 'disabled') return refuse('forbidden', { code: 'user.disabled' });
      return [{ type: 'UserSignedIn', data: { userId, session: command.data.session } }];
    case 'SignOut':
      return [{ type: 'UserSignedOut', data: { userId, ...command.data } }];
    default:
      return command satisfies never;
  }
};

const evolve = (state: User, event: UserEvent): User => {
  if (event.type === 'UserRegistered') {
    const { userId, roles, identity } = event.data;
    return { status: 'active', userId, roles, ...(identity ? { identity } : {}) };
  }
  if (state.status === 'none') return state;
  switch (event.type) {
    case 'UserIdentityLinked':
      return { ...state, identity: event.data.identity };
    case 'UserRolesChanged':
      return { ...state, roles: event.data.to };
    case 'UserDisabled':
      return { ...state, status: 'disabled' };
    case 'UserEnabled':
      return { ...state, status: 'active' };
    default:
      return state;
  }
};

export const userDecider: Decider<User, UserCommand, UserEvent> = {
  noun: 'user',
  initialState: { status: 'none' },
  decide,
  evolve,
};
