import type { Decider, Decision } from '../core/decider.ts';
import { notFound, type Problem, type Refusal, refuse } from '../core/problem.ts';
import {
  detailsOf,
  type EventTopic,
  type EventTopicCommand,
  type EventTopicDetails,
  type EventTopicEvent,
  type KnownTopic,
  type MadeTopic,
} from './event-topic.ts';

const sameText = ({ config, ...rest }: EventTopicDetails): string =>
  JSON.stringify([Object.values(rest), Object.entries(config).sort()]);
const isSame = (one: EventTopicDetails, other: EventTopicDetails): boolean =>
  sameText(detailsOf(one)) === sameText(detailsOf(other));

/** What a topic keeps for good. Its name only while the broker may not have it yet. */
const fixedProblems = ({ details, made, begun }: KnownTopic, to: EventTopicDetails): Problem[] => {
  const problems: Problem[] = [];
  if (to.name !== details.name && (made || begun)) problems.push({ code: 'event-topic.name-fixed', field: 'name' });
  for (const field of ['kafkaEnvId', 'categoryId', 'organizationId'] as const)
    if (to[field] !== details[field]) problems.push({ code: 'event-topic.place-fixed', field });
  return problems;
};

/** What a broker can't change of a topic that it has. Unchanged values are no question, also where the broker has others. */
const brokerProblems = (made: MadeTopic, from: EventTopicDetails, to: EventTopicDetails): Problem[] => {
  const problems: Problem[] = [];
  const { partitions, replication } = made;
  if (to.partitions !== null && to.partitions !== from.partitions && to.partitions < partitions)
    problems.push({
      code: 'event-topic.partitions-shrink',
      field: 'partitions',
      parameters: { current: partitions, wanted: to.partitions },
    });
  if (to.replication !== null && to.replication !== from.replication && to.replication !== replication)
    problems.push({
      code: 'event-topic.replication-fixed',
      field: 'replication',
      parameters: { current: replication },
    });
  return problems;
};

const changeOf = (
  { operationId, choice: said, ...data }: Extract<EventTopicCommand, { type: 'ChangeEventTopic' }>['data'],
  state: KnownTopic,
): Decision<EventTopicEvent> => {
  const to = detailsOf(data);
  const { details: from, made, standing, eventTopicId } = state;
  // Said twice: the first one has settled it.
  const choice = made && standing === 'saved' ? null : said;
  if (state.status === 'removing') return refuse('conflict', { code: 'event-topic.removing' });
  const isMade = made && choice === null && standing !== 'missing';
  const [first, ...more] = [...fixedProblems(state, to), ...(isMade ? brokerProblems(made, from, to) : [])];
  if (first) return refuse('invalid', first, ...more);
  // The same again is asked for only where the last request did not end well.
  if (choice === null && standing === 'saved' && isSame(from, to)) return [];
  return [{ type: 'EventTopicChangeRequested', data: { eventTopicId, operationId, from, to, choice } }];
};

const superseded = (): Refusal => refuse('conflict', { code: 'event-topic.removing' });

type OfKnown = Exclude<EventTopicCommand, { type: 'AddEventTopic' }>;

const decideKnown = (command: OfKnown, state: KnownTopic): Decision<EventTopicEvent> => {
  const { eventTopicId } = state;
  const { data } = command;
  const isCurrent = state.operationId !== null && 'operationId' in data && data.operationId === state.operationId;
  switch (command.type) {
    case 'ChangeEventTopic':
      return changeOf(command.data, state);
    case 'BeginMaking': {
      // Whoever may not make it stops here.
      if (state.status === 'removing' || !isCurrent) return superseded();
      const { operationId } = command.data;
      const isTold = state.begun?.operationId === operationId;
      return isTold ? [] : [{ type: 'EventTopicMakingBegun', data: { eventTopicId, operationId } }];
    }
    case 'ConfirmSave':
      if (state.status === 'removing' || !isCurrent) return [];
      return [{ type: 'EventTopicSaved', data: { eventTopicId, ...command.data } }];
    case 'FailSave': {
      if (state.status === 'removing' || !isCurrent) return [];
      const { operationId } = command.data;
      return [{ type: 'EventTopicSaveFailed', data: { eventTopicId, operationId } }];
    }
    case 'SeeEventTopic': {
      const { made } = state;
      const { brokerId, partitions, replication } = command.data;
      const isNews = made?.partitions !== partitions || made.replication !== replication;
      if (state.status === 'removing' || made?.brokerId !== brokerId || !isNews) return [];
      return [{ type: 'EventTopicSeen', data: { eventTopicId, brokerId, partitions, replication } }];
    }
    case 'MissEventTopic': {
      const isKnown = state.standing === 'missing' || state.made?.brokerId !== command.data.brokerId;
      return state.status === 'removing' || isKnown ? [] : [{ type: 'EventTopicMissed', data: { eventTopicId } }];
    }
    case 'RemoveEventTopic': {
      if (state.status === 'removing') return [];
      const { operationId } = command.data;
      return [{ type: 'EventTopicRemovalRequested', data: { eventTopicId, operationId } }];
    }
    case 'ConfirmRemoval': {
      const { operationId } = command.data;
      if (state.status !== 'removing' || !isCurrent) return [];
      return [{ type: 'EventTopicRemoved', data: { eventTopicId, operationId } }];
    }
    default:
      return command satisfies never;
  }
};

const decide = (command: EventTopicCommand, state: EventTopic): Decision<EventTopicEvent> => {
  if (command.type === 'AddEventTopic') {
    if (state.status !== 'none') return refuse('conflict', { code: 'event-topic.exists' });
    const { eventTopicId, operationId, choice } = command.data;
    return [
      {
        type: 'EventTopicAddRequested',
        data: { ...detailsOf(command.data), eventTopicId, operationId, choice },
      },
    ];
  }
  if (state.status === 'none' || state.status === 'removed') return notFound();
  return decideKnown(command, state);
};

/** Returns what the broker has, beside the partitions that the newest save left. */
export const seenAs = (made: MadeTopic | null, seen: Omit<MadeTopic, 'saved'>): MadeTopic | null =>
  made?.brokerId === seen.brokerId ? { ...seen, saved: made.saved ?? made.partitions } : made;

const evolveKnown = (state: KnownTopic, event: EventTopicEvent): EventTopic => {
  switch (event.type) {
    case 'EventTopicChangeRequested': {
      const { to, operationId, choice } = event.data;
      // What is made anew, or adopted, is another topic at the broker than before.
      const made = choice === null ? state.made : null;
      const begun = choice === null ? state.begun : null;
      const named = [...new Set([...state.named, ...Object.keys(to.config)])];
      return { ...state, details: to, operationId, choice, named, made, begun };
    }
    case 'EventTopicMakingBegun':
      return { ...state, begun: { operationId: event.data.operationId, details: state.details } };
    case 'EventTopicSaved': {
      const { brokerId, partitions, replication } = event.data;
      return {
        ...state,
        operationId: null,
        choice: null,
        made: { brokerId, partitions, replication },
        begun: null,
        standing: 'saved',
      };
    }
    case 'EventTopicSeen': {
      const { brokerId, partitions, replication } = event.data;
      return { ...state, made: seenAs(state.made, { brokerId, partitions, replication }) };
    }
    case 'EventTopicSaveFailed':
      return { ...state, operationId: null, standing: state.standing === 'missing' ? 'missing' : 'failed' };
    case 'EventTopicMissed':
      return { ...state, standing: 'missing' };
    case 'EventTopicRemovalRequested':
      return { ...state, status: 'removing', operationId: event.data.operationId };
    case 'EventTopicRemoved':
      return { status: 'removed' };
    default:
      return state;
  }
};

const evolve = (state: EventTopic, event: EventTopicEvent): EventTopic => {
  if (event.type === 'EventTopicAddRequested') {
    const { eventTopicId, operationId, choice } = event.data;
    return {
      status: 'active',
      eventTopicId,
      details: detailsOf(event.data),
      operationId,
      choice,
      named: Object.keys(event.data.config),
      made: null,
      begun: null,
      standing: 'saved',
    };
  }
  return state.status === 'none' || state.status === 'removed' ? state : evolveKnown(state, event);
};

/** One topic at one Kafka. Its operations bring the broker to what is wanted; an outcome of an older one says nothing. */
export const eventTopicDecider: Decider<EventTopic, EventTopicCommand, EventTopicEvent> = {
  noun: 'event-topic',
  initialState: { status: 'none' },
  closedBy: ['EventTopicRemovalRequested'],
  decide,
  evolve,
};
