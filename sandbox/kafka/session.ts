import type { BrokerState } from './broker-state.ts';
import { errors, Refusal } from './protocol.ts';
import { allows, clusterName, Operations, Types } from './rights.ts';

/** The broker's only node. */
export const nodeId = 1;
/** Says whom one speaks with: no real Kafka has such an id. */
export const clusterId = 'portico-sandbox-stand-in';

/** A connection: who speaks there, and where it says that the broker is. */
export type Session = {
  readonly state: BrokerState;
  readonly host: string;
  readonly port: number;
  /** Undefined until the login is complete. */
  user: string | undefined;
};

type Resource = 'topic' | 'group' | 'cluster';
const typeOf = { topic: Types.TOPIC, group: Types.GROUP, cluster: Types.CLUSTER } as const;
const denied = { topic: errors.topicDenied, group: errors.groupDenied, cluster: errors.clusterDenied } as const;
/** What Kafka says of each. */
const sentences = {
  topic: 'Topic authorization failed.',
  group: 'Group authorization failed.',
  cluster: 'Cluster authorization failed.',
} as const;

export const may = ({ state, user }: Session, resource: Resource, name: string, operation: number): boolean =>
  user !== undefined &&
  (user === state.superUser || allows(state.rights, `User:${user}`, typeOf[resource], name, operation));

/** @throws Refusal when the broker is told to fail. */
export const failIfTold = ({ state: { fault } }: Session): void => {
  if (!fault || fault.times <= 0) return;
  fault.times -= 1;
  throw new Refusal(fault.code);
};

/** @throws Refusal when somebody may not, or when the broker is told to fail. */
export const demand = (session: Session, resource: Resource, name: string, operation: number): void => {
  failIfTold(session);
  if (!may(session, resource, name, operation)) throw new Refusal(denied[resource], sentences[resource]);
};

export const demandCluster = (session: Session, operation: number): void =>
  demand(session, 'cluster', clusterName, operation);

/** Runs a part of a request. Returns the code and the sentence of its refusal, or those of a success. */
export const outcomeOf = (run: () => void): { code: number; sentence: string | null } => {
  try {
    run();
    return { code: errors.none, sentence: null };
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, sentence: error.message || null };
    throw error;
  }
};

export { Operations };
