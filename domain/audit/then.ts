import { apiDecider } from '../api/decider.ts';
import { applicationDecider } from '../application/decider.ts';
import { applicationHistory } from '../application/history.ts';
import { businessAreaDecider } from '../business-area/decider.ts';
import { businessAreaHistory } from '../business-area/history.ts';
import { consumerDecider } from '../consumer/decider.ts';
import { keyChanges } from '../consumer/history.ts';
import type { HistoryChange, HistoryValue, HistoryValues } from '../core/changes.ts';
import type { Command, Decider } from '../core/decider.ts';
import type { Event } from '../core/event.ts';
import { deploymentDecider } from '../deployment/decider.ts';
import { deploymentChanges, withoutWrittenValues } from '../deployment/history.ts';
import { eventCategoryDecider } from '../event-category/decider.ts';
import { outlineOf } from '../event-category/event-category.ts';
import { eventCategoryHistory } from '../event-category/history.ts';
import { eventTopicDecider } from '../event-topic/decider.ts';
import { eventTopicHistory } from '../event-topic/history.ts';
import { organizationDecider } from '../organization/decider.ts';
import { organizationHistory } from '../organization/history.ts';
import { resourceDecider } from '../resource/decider.ts';
import { resourceHistory } from '../resource/history.ts';
import { userDecider } from '../user/decider.ts';

/** Returns the fields of a thing as its history shows them; undefined when it is not there. */
type Told = (events: readonly Event[]) => HistoryValues | undefined;

const told =
  <State, C extends Command, E extends Event>(
    { initialState, evolve }: Decider<State, C, E>,
    valuesOf: (state: State) => HistoryValues | undefined,
  ): Told =>
  (events) =>
    valuesOf((events as readonly E[]).reduce(evolve, initialState));

type Fields<Details> = Readonly<Record<string, (details: Details) => HistoryValue>>;

/** Returns what a history compares of details. */
const read = <Details>({ fields }: Readonly<{ fields: Fields<Details> }>, details: Details): HistoryValues =>
  Object.fromEntries(Object.entries(fields).map(([field, readField]) => [field, readField(details)]));

/** Returns the new values of changes. */
const after = (changes: readonly HistoryChange[]): HistoryValues =>
  Object.fromEntries(changes.map(({ field, to }) => [field, to]));

/**
 * The nouns whose things can be shown as they were. Fields are those of the histories: no secret, no value that a transformer writes,
 * and no text about a person.
 */
const things: Readonly<Record<string, Told>> = {
  organization: told(organizationDecider, (state) =>
    state.status === 'none' || state.status === 'deleted' ? undefined : read(organizationHistory, state.details),
  ),
  application: told(applicationDecider, (state) =>
    state.status === 'none' || state.status === 'deleted'
      ? undefined
      : {
          ...read(applicationHistory, state.details),
          organization: state.organizationId,
          maintainersDecide: String(state.maintainersDecide),
        },
  ),
  'business-area': told(businessAreaDecider, (state) =>
    state.status === 'active' ? read(businessAreaHistory, state.details) : undefined,
  ),
  'event-category': told(eventCategoryDecider, (state) => {
    if (state.status !== 'active') return undefined;
    const { changed: _, ...values } = read(eventCategoryHistory, { ...outlineOf(state.details), changed: [] });
    return values;
  }),
  'event-topic': told(eventTopicDecider, (state) =>
    state.status === 'none' || state.status === 'removed' ? undefined : read(eventTopicHistory, state.details),
  ),
  resource: told(resourceDecider, (state) => (state.status === 'active' ? read(resourceHistory, state) : undefined)),
  api: told(apiDecider, (state) => {
    if (state.status === 'none' || state.status === 'deleted') return undefined;
    const { name, description, sourceRepo } = state.details;
    return { name, description, sourceRepo, revision: state.revision };
  }),
  deployment: told(deploymentDecider, (state) =>
    state.status === 'none' || state.status === 'removed'
      ? undefined
      : {
          contextPath: state.wanted.contextPath,
          ...after(withoutWrittenValues(deploymentChanges(null, state.wanted))),
        },
  ),
  consumer: told(consumerDecider, (state) =>
    state.status === 'none' || state.status === 'removed'
      ? undefined
      : { nickname: state.wanted.nickname, ...after(withoutWrittenValues(keyChanges(null, state.wanted))) },
  ),
  user: told(userDecider, (state) =>
    state.status === 'none' || state.status === 'deleted'
      ? undefined
      : { roles: state.roles, organization: state.organizationId },
  ),
};

/** Returns whether things of a noun can be shown as they were. */
export const isToldThen = (noun: string): boolean => Object.hasOwn(things, noun);

/**
 * Returns the fields that a thing had after these events of its stream, without empty ones.
 *
 * @returns null when it was not there, or when things of its noun can't be shown.
 */
export const fieldsThen = (noun: string, events: readonly Event[]): HistoryValues | null => {
  const values = isToldThen(noun) ? things[noun]?.(events) : undefined;
  if (!values) return null;
  const isSaid = (value: HistoryValue) =>
    value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(values).filter(([, value]) => isSaid(value)));
};
