import type { Decider, Decision } from '../core/decider.ts';
import { refuse } from '../core/problem.ts';
import type { Answer } from '../difference/difference.ts';
import { differenceRules } from '../difference/rules.ts';
import type {
  FoundKafkaDifference,
  KafkaDifference,
  KafkaDifferenceCommand,
  KafkaDifferenceEvent,
  KafkaLoss,
} from './kafka-difference.ts';

const subjectOf = ({ noun, id, kafkaEnvId, objectId, label, name, form }: FoundKafkaDifference | KafkaLoss) => ({
  noun,
  id,
  kafkaEnvId,
  objectId,
  label,
  name,
  form,
});

/** Returns why an answer can't be given; undefined: it can. */
const refusalOf = (answer: Answer, { form, isAdoptable, isReappliable }: FoundKafkaDifference) => {
  if (answer === 'reapply' && !isReappliable)
    return refuse('conflict', { code: form === 'foreign' ? 'difference.foreign' : 'difference.not-reappliable' });
  return answer === 'adopt' && !isAdoptable ? refuse('conflict', { code: 'difference.not-in-form' }) : undefined;
};

const rules = differenceRules<FoundKafkaDifference, KafkaDifferenceEvent>('KafkaDifference', subjectOf, refusalOf);

const decide = (command: KafkaDifferenceCommand, state: KafkaDifference): Decision<KafkaDifferenceEvent> => {
  if (command.type === 'ReportKafkaLoss')
    return state.status === 'putting-back' ? [] : [{ type: 'KafkaProtectionLost', data: command.data }];
  if (command.type === 'ConfirmKafkaPutBack') {
    const { operationId } = command.data;
    if (state.status !== 'putting-back' || state.operationId !== operationId) return [];
    return [{ type: 'KafkaProtectionPutBack', data: { ...subjectOf(state.found), operationId } }];
  }
  // What is put back waits for nobody.
  return rules.decide(command, state.status === 'putting-back' ? { status: 'none' } : state);
};

const evolve = (state: KafkaDifference, event: KafkaDifferenceEvent): KafkaDifference => {
  if (event.type === 'KafkaProtectionLost')
    return { status: 'putting-back', found: event.data, operationId: event.data.operationId };
  if (event.type === 'KafkaProtectionPutBack') return { status: 'none', answeredBy: event.data.operationId };
  return rules.evolve(state.status === 'putting-back' ? { status: 'none' } : state, event);
};

/** One object at a Kafka that is not as it was applied. The stream has the id of what it is about, and the object's. */
export const kafkaDifferenceDecider: Decider<KafkaDifference, KafkaDifferenceCommand, KafkaDifferenceEvent> = {
  noun: 'kafka-difference',
  initialState: { status: 'none' },
  decide,
  evolve,
};
