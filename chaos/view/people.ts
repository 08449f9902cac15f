import type { Role } from '#domain/core/role.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';

/**
 * What a person was from a moment on.
 *
 * @property at        the event's time, in milliseconds.
 * @property commandId the command that it followed from.
 */
export type PersonState = Readonly<{
  at: number;
  commandId: string;
  status: 'active' | 'disabled' | 'deleted';
  roles: readonly Role[];
  organizationId: number;
}>;

/** @property states all of them, the newest last. */
export type SeenPerson = Readonly<{ id: number; email: string; states: PersonState[] }>;

/** What the log says about people. */
export const createSeenPeople = () => {
  const people = new Map<number, SeenPerson>();
  const nowOf = (id: number): PersonState | undefined => people.get(id)?.states.at(-1);
  return {
    all: people as ReadonlyMap<number, SeenPerson>,
    nowOf,
    take: (event: RecordedEvent<PorticoEvent>): void => {
      const { meta } = event;
      const change = (userId: number, to: Partial<PersonState>) => {
        const before = nowOf(userId);
        if (before)
          people.get(userId)?.states.push({ ...before, ...to, at: Date.parse(meta.time), commandId: meta.commandId });
      };
      switch (event.type) {
        case 'UserRegistered': {
          const { userId, organizationId, roles, email } = event.data;
          const { time, commandId } = meta;
          const first = { at: Date.parse(time), commandId, status: 'active', roles, organizationId } as const;
          people.set(userId, { id: userId, email, states: [first] });
          return;
        }
        case 'UserRolesChanged':
          change(event.data.userId, { roles: event.data.to });
          return;
        case 'UserMoved':
          change(event.data.userId, { organizationId: event.data.to });
          return;
        case 'UserDisabled':
          change(event.data.userId, { status: 'disabled' });
          return;
        case 'UserEnabled':
          change(event.data.userId, { status: 'active' });
          return;
        case 'UserDeleted':
          change(event.data.userId, { status: 'deleted' });
          return;
        default:
      }
    },
  };
};

/** Returns the states that a person was in at some moment of a span. */
export const statesDuring = (person: SeenPerson | undefined, from: number, to: number): readonly PersonState[] =>
  (person?.states ?? []).filter(
    ({ at }, index, states) => at <= to && (states[index + 1]?.at ?? Number.POSITIVE_INFINITY) >= from,
  );
