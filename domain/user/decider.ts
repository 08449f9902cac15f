import type { Decider, Decision } from '../core/decider.ts';
import { notFound, refuse } from '../core/problem.ts';
import { allChoices, defaultMailChoices } from '../mail/choices.ts';
import { decideManagement } from './manage.ts';
import { changedSettings, defaultSettings } from './settings.ts';
import { termsVersion } from './terms.ts';
import type { User, UserCommand, UserEvent } from './user.ts';

/** Compares objects with flat values. */
const isSame = <Values extends object>(one: Values, other: Values): boolean =>
  (Object.keys(one) as (keyof Values)[]).every((field) => one[field] === other[field]);

const decide = (command: UserCommand, state: User): Decision<UserEvent> => {
  if (command.type === 'RegisterUser') {
    if (state.status !== 'none') return refuse('conflict', { code: 'user.exists' });
    const { inviteUntil: expiresAt, language = defaultSettings.language, phoneNumber = '', ...more } = command.data;
    const { terms, roles, ...registered } = more;
    const { userId, firstname, lastname } = registered;
    const settings = { ...defaultSettings, language };
    return [
      { type: 'UserRegistered', data: { ...registered, roles: [...roles] } },
      ...(isSame(settings, defaultSettings)
        ? []
        : [{ type: 'UserSettingsChanged' as const, data: { userId, settings } }]),
      ...(phoneNumber === ''
        ? []
        : [{ type: 'UserProfileChanged' as const, data: { userId, firstname, lastname, phoneNumber } }]),
      ...(terms ? [{ type: 'TermsAccepted' as const, data: { userId, ...terms } }] : []),
      ...(expiresAt ? [{ type: 'UserInvited' as const, data: { userId, expiresAt } }] : []),
    ];
  }
  if (state.status === 'none') return notFound();
  const { userId } = state;
  if (command.type === 'SignOut') return [{ type: 'UserSignedOut', data: { userId, ...command.data } }];
  if (command.type === 'BeginErasure') {
    if (state.status !== 'deleted') return refuse('conflict', { code: 'user.not-deleted' });
    return state.erasing || state.erased ? [] : [{ type: 'UserErasureBegun', data: { userId } }];
  }
  if (command.type === 'EraseUser') {
    if (state.status !== 'deleted') return refuse('conflict', { code: 'user.not-deleted' });
    const { addresses = [], approval } = command.data;
    const theirs = addresses.length > 0 ? { addresses: [...addresses] } : {};
    return state.erased ? [] : [{ type: 'UserErased', data: { userId, ...theirs, ...(approval && { approval }) } }];
  }
  if (state.status === 'deleted')
    return command.type === 'SignIn' ? refuse('forbidden', { code: 'user.disabled' }) : notFound();
  switch (command.type) {
    case 'LinkIdentity':
      if (state.identity) return refuse('conflict', { code: 'user.identity-linked' });
      if (state.invitedUntil !== null && state.invitedUntil < command.data.at)
        return refuse('forbidden', { code: 'sign-in.invitation-over' });
      return [{ type: 'UserIdentityLinked', data: { userId, identity: command.data.identity } }];
    case 'RelinkIdentity': {
      const { identity: to } = command.data;
      if (state.identity && isSame(to, state.identity)) return [];
      return [{ type: 'UserIdentityRelinked', data: { userId, from: state.identity ?? null, to } }];
    }
    case 'ChangeRoles':
      return [{ type: 'UserRolesChanged', data: { userId, from: [...state.roles], to: [...command.data.roles] } }];
    case 'ChangeProfile':
      if (isSame(command.data, state.profile)) return [];
      return [{ type: 'UserProfileChanged', data: { userId, ...command.data } }];
    case 'ChangeSettings': {
      const settings = changedSettings(state.settings, command.data);
      return isSame(settings, state.settings) ? [] : [{ type: 'UserSettingsChanged', data: { userId, settings } }];
    }
    case 'ChangeMails': {
      const mails = changedSettings(state.mails, command.data);
      return isSame(mails, state.mails) ? [] : [{ type: 'UserMailsChanged', data: { userId, mails } }];
    }
    case 'WelcomeUser':
      return state.welcomed ? [] : [{ type: 'UserWelcomed', data: { userId } }];
    case 'AcceptTerms': {
      const { version } = command.data;
      // Nobody can accept a version that was not shown.
      if (version !== termsVersion) return refuse('conflict', { code: 'terms.changed', field: 'version' });
      return state.termsAccepted === version ? [] : [{ type: 'TermsAccepted', data: { userId, version } }];
    }
    case 'SignIn':
      if (state.status === 'disabled') return refuse('forbidden', { code: 'user.disabled' });
      return [{ type: 'UserSignedIn', data: { userId, session: command.data.session } }];
    default:
      return decideManagement(command, state);
  }
};

const evolve = (state: User, event: UserEvent): User => {
  if (event.type === 'UserRegistered') {
    const { userId, organizationId, roles, identity, email, firstname, lastname } = event.data;
    return {
      status: 'active',
      userId,
      organizationId,
      roles,
      email,
      ...(identity ? { identity } : {}),
      invitedUntil: null,
      erased: false,
      profile: { firstname, lastname, phoneNumber: '' },
      settings: defaultSettings,
      mails: defaultMailChoices,
      welcomed: false,
      termsAccepted: null,
    };
  }
  if (state.status === 'none') return state;
  switch (event.type) {
    case 'UserIdentityLinked':
      return { ...state, identity: event.data.identity, invitedUntil: null };
    case 'UserIdentityRelinked':
      return { ...state, identity: event.data.to, invitedUntil: null };
    case 'UserInvited':
      return { ...state, invitedUntil: event.data.expiresAt };
    case 'UserInvitationWithdrawn':
      return { ...state, invitedUntil: null };
    case 'UserDetailsChanged': {
      const { firstname, lastname, email } = event.data;
      return { ...state, email, profile: { ...state.profile, firstname, lastname } };
    }
    case 'UserMoved':
      return { ...state, organizationId: event.data.to };
    case 'UserRolesChanged':
      return { ...state, roles: event.data.to };
    case 'UserProfileChanged': {
      const { firstname, lastname, phoneNumber } = event.data;
      return { ...state, profile: { firstname, lastname, phoneNumber } };
    }
    case 'UserSettingsChanged':
      return { ...state, settings: event.data.settings };
    case 'UserMailsChanged':
      return { ...state, mails: allChoices(event.data.mails) };
    case 'UserWelcomed':
      return { ...state, welcomed: true };
    case 'TermsAccepted':
      return { ...state, termsAccepted: event.data.version };
    case 'UserDisabled':
      return { ...state, status: 'disabled' };
    case 'UserEnabled':
      return { ...state, status: 'active' };
    case 'UserDeleted':
      return { ...state, status: 'deleted' };
    case 'UserErasureBegun':
      return { ...state, erasing: true };
    case 'UserErased':
      return { ...state, erased: true };
    default:
      return state;
  }
};

export const userDecider: Decider<User, UserCommand, UserEvent> = {
  noun: 'user',
  initialState: { status: 'none' },
  closedBy: ['UserDeleted', 'UserInvitationWithdrawn'],
  decide,
  evolve,
};
