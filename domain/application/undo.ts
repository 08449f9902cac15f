import { erased } from '../core/erased.ts';
import { isMailAddress } from '../core/mail-address.ts';
import { type Opposite, type Shown, type Undone, type UndoRules, undoRules } from '../core/undo.ts';
import type { Application, ApplicationDetails, ApplicationEvent } from './application.ts';
import { removeApplication, saveApplication } from './calls.ts';
import { applicationDecider } from './decider.ts';

/** Each owner is a field of its own, because another one may have come or gone since. */
const owner = (userId: number): string => `owner ${userId}`;
const invited = (email: string): string => `invited ${email}`;

const formOf = (state: Application): Shown => {
  if (state.status !== 'active') return {};
  const { details, organizationId, contact, owners, invited: waiting, maintainersDecide } = state;
  return {
    ...details,
    organizationId,
    maintainersDecide,
    contact: contact?.email ?? '',
    ...Object.fromEntries(owners.map((userId) => [owner(userId), true])),
    ...Object.fromEntries(waiting.map(({ email }) => [invited(email), true])),
  };
};

/** What it was registered with. Whoever else owns it is not named yet when it begins. */
const detailsOf = (state: Application): Shown =>
  state.status === 'active' ? { ...state.details, organizationId: state.organizationId } : {};

type Form = ApplicationDetails & Readonly<{ organizationId: number; contact: string }>;

/** Returns the addresses of the owners that the form names; undefined when one that is put back has no account any more. */
const ownersOf = ({
  wanted,
  touched,
  addressOf,
}: Pick<Undone<unknown, unknown>, 'wanted' | 'touched' | 'addressOf'>): readonly string[] | undefined => {
  // Whoever left the organization that they were named in owns the application no more, and is named only where they are put back.
  const named = Object.keys(wanted).flatMap((name) => {
    const [, id] = /^owner (\d+)$/.exec(name) ?? [];
    const [, email] = /^invited (.*)$/s.exec(name) ?? [];
    const address = id === undefined ? email : addressOf(Number(id), !touched.includes(name));
    return id === undefined && email === undefined ? [] : [{ name, address }];
  });
  const isAddress = (address: string | undefined): address is string => address !== undefined && isMailAddress(address);
  if (named.some(({ name, address }) => touched.includes(name) && !isAddress(address))) return undefined;
  return named.flatMap(({ address }) => (isAddress(address) ? [address] : []));
};

const change =
  (does: 'fields' | 'owners') =>
  (undone: Undone<{ applicationId: number }, Application>): Opposite | 'erases' => {
    const { data, wanted, touched, basedOn } = undone;
    const { name, description, external, organizationId, contact } = wanted as unknown as Form;
    const owners = ownersOf(undone);
    if (owners === undefined || (touched.includes('contact') && contact === erased)) return 'erases';
    const { applicationId: id } = data;
    const letsDecide = touched.includes('maintainersDecide');
    return {
      call: saveApplication,
      action: letsDecide ? 'application.let-decide' : 'application.change',
      about: { applicationId: id },
      does,
      body: {
        ...{ id, name, description, external, organizationId, basedOn },
        contact: isMailAddress(contact) ? contact : '',
        owners: owners.join('\n'),
        ...(letsDecide && { maintainersDecide: wanted.maintainersDecide }),
      },
    };
  };

/**
 * Returns the fields that end with any change of an application: owners who left or have no account any more, and addresses that were
 * erased. Nobody can name them again.
 *
 * @param ended owners who are in force no more.
 */
export const lapsedFields = (state: Application, ended: readonly number[]): readonly string[] =>
  state.status === 'none'
    ? []
    : [
        ...ended.map(owner),
        ...state.invited.filter(({ email }) => email === erased).map(({ email }) => invited(email)),
        ...(state.contact?.email === erased ? ['contact'] : []),
      ];

const form = { shows: formOf, opposite: change('fields') };
const people = { shows: formOf, opposite: change('owners') };

/** How changes of an application are taken back. */
export const applicationUndo: UndoRules<ApplicationEvent> = undoRules(applicationDecider, {
  ApplicationRegistered: {
    // Other words, or another place, are somebody's work: they are taken back first.
    shows: detailsOf,
    by: 'ApplicationDeletionRequested',
    opposite: ({ data: { applicationId: id } }) => ({
      call: removeApplication,
      action: 'application.delete',
      about: { applicationId: id },
      does: 'remove',
      effects: ['for-good'],
      parameters: { id },
    }),
  },
  ApplicationDetailsChanged: form,
  ApplicationMoved: form,
  ApplicationContactChanged: form,
  ApplicationContactRemoved: form,
  OwnerAdded: people,
  OwnerRemoved: people,
  OwnerInvited: people,
  OwnerInvitationWithdrawn: people,
  OwnerJoined: 'personal',
  MaintainersDecide: form,
  MaintainersDecideNoMore: form,
  ApplicationDeletionRequested: 'ends',
  ApplicationDeleted: 'ends',
});
