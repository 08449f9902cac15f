import { erased } from '../core/erased.ts';
import { type Opposite, type Shown, type Undone, type UndoRules, undoRules } from '../core/undo.ts';
import { removeUser, saveMember, saveUser, switchUser, withdrawInvitation } from './calls.ts';
import { userDecider } from './decider.ts';
import { saveMailChoices, saveSettings } from './own-calls.ts';
import { flagsOf } from './roles.ts';
import type { User, UserEvent } from './user.ts';

/** Everything that the form of a person has. Roles are one by one: somebody else may have given another one since. */
const formOf = (state: User): Shown => {
  if (state.status === 'none' || state.status === 'deleted') return {};
  const { profile, email, organizationId, roles } = state;
  return { firstname: profile.firstname, lastname: profile.lastname, email, organizationId, ...flagsOf(roles) };
};

const isErased = (values: Shown): boolean => Object.values(values).includes(erased);

/** Returns whether a former role would be one in another organization, which nobody gave. */
const isOfAnother = ({ wanted, touched, start }: Pick<Undone<unknown, unknown>, 'wanted' | 'touched' | 'start'>) =>
  touched.includes('companyAdmin') && wanted.companyAdmin === true && start.organizationId !== wanted.organizationId;

const change = ({ data: { userId }, wanted, basedOn }: Undone<{ userId: number }, User>): Opposite | 'erases' =>
  isErased(wanted)
    ? 'erases'
    : {
        call: saveMember,
        action: 'user.manage',
        about: { userId },
        does: 'fields',
        body: { id: userId, ...wanted, basedOn },
      };

const form = { shows: formOf, opposite: change };

/** Returns the fields that are put back, without the others: what such a body leaves out stays. */
const putBack = ({ wanted, touched }: Pick<Undone<unknown, unknown>, 'wanted' | 'touched'>) =>
  Object.fromEntries(touched.map((name) => [name, wanted[name]]));

/** Roles beyond a company, and the organization, are changed without the person's other details. */
const changePlace = (undone: Undone<{ userId: number }, User>): Opposite | 'erases' | 'company' => {
  const { data, wanted, touched, basedOn } = undone;
  if (isOfAnother(undone)) return 'company';
  if (touched.every((name) => name === 'companyAdmin')) return change(undone);
  return {
    call: saveUser,
    action: 'user.administer',
    about: { userId: data.userId },
    does: 'fields',
    body: { id: data.userId, ...putBack({ wanted, touched }), basedOn },
  };
};

const place = { shows: formOf, opposite: changePlace };

const isOn = (state: User): Shown =>
  state.status === 'none' || state.status === 'deleted' ? {} : { isOn: state.status === 'active' };

const switching =
  (status: 'ACTIVE' | 'DISABLED') =>
  ({ data: { userId } }: Undone<{ userId: number }, User>): Opposite => ({
    call: switchUser,
    action: 'user.manage',
    about: { userId },
    does: status === 'ACTIVE' ? 'enable' : 'disable',
    ...(status === 'DISABLED' && { effects: ['logged-out'] }),
    body: { id: userId, status },
  });

/** Whoever has signed in has an account of their own. An invitation is withdrawn with its account, which those who invite may do. */
const remove = ({ data: { userId }, now }: Undone<{ userId: number }, User>): Opposite | 'ends' | 'joined' => {
  if (now.status === 'none') return 'ends';
  if (now.identity) return 'joined';
  const isInvited = now.invitedUntil !== null;
  return {
    call: isInvited ? withdrawInvitation : removeUser,
    action: isInvited ? 'user.manage' : 'user.administer',
    about: { userId },
    does: 'remove',
    effects: ['for-good'],
    query: { id: userId },
  };
};

const isThere = (state: User) => state.status !== 'none' && state.status !== 'deleted';

/** How changes of a person's account are taken back. */
export const userUndo: UndoRules<UserEvent> = undoRules(userDecider, {
  UserRegistered: {
    shows: (state): Shown => (isThere(state) ? { isThere: true } : {}),
    by: ['UserInvitationWithdrawn', 'UserDeleted'],
    opposite: remove,
  },
  UserInvited: 'seen',
  UserInvitationWithdrawn: 'ends',
  UserDetailsChanged: { ...form, isPersonal: true },
  UserMoved: place,
  UserIdentityLinked: 'personal',
  UserIdentityRelinked: 'fixed',
  UserRolesChanged: place,
  UserDisabled: { shows: isOn, opposite: switching('ACTIVE') },
  UserEnabled: { shows: isOn, opposite: switching('DISABLED') },
  UserDeleted: 'ends',
  UserErasureBegun: 'erases',
  UserErased: 'erases',
  UserProfileChanged: {
    isPersonal: true,
    shows: (state) => (state.status === 'none' || state.status === 'deleted' ? {} : state.profile),
    opposite: ({ data: { userId: id }, wanted, basedOn }) =>
      isErased(wanted)
        ? 'erases'
        : {
            call: saveUser,
            action: 'user.change-own',
            about: { userId: id },
            does: 'fields',
            body: { id, ...wanted, basedOn },
          },
  },
  UserSettingsChanged: {
    isPersonal: true,
    shows: (state) => (state.status === 'none' || !isThere(state) ? {} : state.settings),
    opposite: (undone) => ({
      call: saveSettings,
      action: 'user.change-own',
      about: { userId: undone.data.userId },
      does: 'fields',
      body: putBack(undone),
    }),
  },
  UserMailsChanged: {
    isPersonal: true,
    shows: (state) => (state.status === 'none' || !isThere(state) ? {} : state.mails),
    opposite: (undone) => ({
      call: saveMailChoices,
      action: 'user.change-own',
      about: { userId: undone.data.userId },
      does: 'fields',
      body: putBack(undone),
    }),
  },
  UserWelcomed: 'seen',
  TermsAccepted: 'personal',
  UserSignedIn: 'personal',
  UserSignedOut: 'personal',
});
