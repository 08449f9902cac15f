import { type ChaosCommands, whileFewer } from '#chaos/noun-commands.ts';
import { ofSweep } from '#chaos/view/names.ts';
import { statesDuring } from '#chaos/view/people.ts';
import { roleOfFlag } from '#domain/user/roles.ts';

/** The most people that the sweep adds. */
const most = 40;

/** Whose role comes and goes: a check box of the form. */
const boxes = { 'sofia-marin': 'auditor', 'kenji-sato': 'support', 'noor-haddad': 'kongAdmin' } as const;
const names = ['sofia-marin', 'kenji-sato', 'noor-haddad'] as const;

const who = 'ada-lindqvist';

export const commands: ChaosCommands = ({ view, facts, organizations, random, newName }) => {
  const { people } = view;
  const added = () =>
    [...people.all.values()].filter(
      ({ id, email }) => email.startsWith('chaos.') && people.nowOf(id)?.status !== 'deleted',
    );
  const addressOf = (name: string) => `${name.replace(' ', '.')}@chaos.example`;
  const nameIn = (name: string) => name.slice(ofSweep.length);
  const turn = (status: 'ACTIVE' | 'DISABLED') => {
    const wanted = status === 'ACTIVE' ? 'active' : 'disabled';
    const ids = [...added().map(({ id }) => id), facts.userIds['tomas-novak'], facts.userIds['tomas-novak']];
    const before = status === 'ACTIVE' ? 'disabled' : 'active';
    const id = random.pick(ids.filter((each) => people.nowOf(each)?.status === before));
    if (id === undefined) return undefined;
    const call = { method: 'PUT', path: '/api/user', body: { id, status } } as const;
    return {
      who,
      call,
      stream: `user-${id}`,
      wasSo: (whole: typeof view, from: number, to: number) =>
        statesDuring(whole.people.all.get(id), from, to).some((state) => state.status === wanted),
    } as const;
  };
  return {
    'add person': {
      event: 'UserRegistered',
      weight: () => whileFewer(added().length, most, 2),
      wish: () => {
        const name = newName();
        const organizationId = random.pick(organizations())?.id ?? facts.partnerId;
        const person = { firstname: 'Chaos', lastname: nameIn(name), email: addressOf(name), organizationId };
        const body = { id: 0, ...person, invite: random.chance(0.5) };
        return { who, call: { method: 'POST', path: '/api/user/edit-user', body } };
      },
    },
    'change person': {
      event: 'UserDetailsChanged',
      weight: 2,
      wish: () => {
        const person = random.pick(added());
        const organizationId = person && people.nowOf(person.id)?.organizationId;
        if (!person || !organizationId) return undefined;
        const { id, email } = person;
        const body = { id, firstname: 'Chaos', lastname: nameIn(newName()), email, organizationId };
        const call = { method: 'POST', path: '/api/user/modify-user', body } as const;
        return { who, call, stream: `user-${id}` };
      },
    },
    'change role': {
      event: 'UserRolesChanged',
      weight: 5,
      wish: () => {
        const name = random.pick(names) as (typeof names)[number];
        const id = facts.userIds[name];
        const box = boxes[name];
        const role = roleOfFlag[box];
        const before = people.nowOf(id);
        if (!before) return undefined;
        const isWanted = !before.roles.includes(role);
        return {
          who,
          call: { method: 'POST', path: '/api/user', body: { id, [box]: isWanted } },
          stream: `user-${id}`,
          wasSo: (whole, from, to) =>
            statesDuring(whole.people.all.get(id), from, to).some(({ roles }) => roles.includes(role) === isWanted),
        };
      },
    },
    'disable person': { event: 'UserDisabled', weight: 2, wish: () => turn('DISABLED') },
    'enable person': { event: 'UserEnabled', weight: 3, wish: () => turn('ACTIVE') },
    'delete person': {
      event: 'UserDeleted',
      weight: 0.5,
      wish: () => {
        const person = random.pick(added());
        return person && { who, call: { method: 'DELETE', path: `/api/user?id=${person.id}` } };
      },
    },
  };
};
