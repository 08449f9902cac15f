import type { UserEvent } from './user.ts';

/** The events after which somebody is another person than before, or may do something else. */
const changes: Readonly<Record<UserEvent['type'], boolean>> = {
  UserRegistered: true,
  UserDetailsChanged: true,
  UserMoved: true,
  UserIdentityRelinked: true,
  UserRolesChanged: true,
  UserDisabled: true,
  UserEnabled: true,
  UserDeleted: true,
  UserErased: true,
  UserInvitationWithdrawn: true,
  // Nothing but the erasing comes after it.
  UserErasureBegun: false,
  // Whoever was invited comes.
  UserInvited: false,
  UserIdentityLinked: false,
  UserProfileChanged: false,
  UserSettingsChanged: false,
  UserMailsChanged: false,
  UserWelcomed: false,
  TermsAccepted: false,
  UserSignedIn: false,
  UserSignedOut: false,
};

/**
 * Returns the revision of a person: the version of the newest event that says who they are and what they may do. A request of before is
 * about another state. 0: there is nobody.
 *
 * @param events all events of the person's stream.
 */
export const revisionOf = (events: readonly (UserEvent & Readonly<{ version: number }>)[]): number => {
  let revision = 0;
  let name = '';
  for (const event of events) {
    let isChange = changes[event.type];
    if ('firstname' in event.data) {
      const next = `${event.data.firstname} ${event.data.lastname}`;
      // Whoever approves reads the name. A phone number makes nobody another person.
      isChange ||= next !== name;
      name = next;
    }
    if (isChange) revision = event.version;
  }
  return revision;
};
