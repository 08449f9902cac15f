import { createAcls, deleteAcls, describeAcls } from './admin/acls.ts';
import { describeCluster } from './admin/cluster.ts';
import { alterConfigs, describeConfigs, describeSettings } from './admin/configs.ts';
import { clientsOf } from './admin/group.ts';
import { lagOf, topicLagOf } from './admin/group-lag.ts';
import { readersOf } from './admin/readers.ts';
import { createTopic, deleteTopic, describeTopic, describeTopics, growTopic, listTopics } from './admin/topics.ts';
import { deleteUser, describeUsers, upsertUser } from './admin/users.ts';
import type { Brokers } from './connect/connect.ts';
import { fetchLast } from './messages/fetch-last.ts';
import { readLast } from './messages/read-last.ts';
import { send } from './messages/send.ts';

/** Returns all calls of an environment, with its brokers given. */
export const callsOf = (brokers: Brokers) => {
  /** Gives the brokers to a call. */
  const on =
    <Args extends unknown[], Answer>(call: (brokers: Brokers, ...args: Args) => Promise<Answer>) =>
    (...args: Args): Promise<Answer> =>
      call(brokers, ...args);
  return {
    cluster: on(describeCluster),
    listTopics: on(listTopics),
    describeTopic: on(describeTopic),
    describeTopics: on(describeTopics),
    createTopic: on(createTopic),
    growTopic: on(growTopic),
    deleteTopic: on(deleteTopic),
    describeConfigs: on(describeConfigs),
    describeSettings: on(describeSettings),
    alterConfigs: on(alterConfigs),
    createAcls: on(createAcls),
    describeAcls: on(describeAcls),
    deleteAcls: on(deleteAcls),
    upsertUser: on(upsertUser),
    describeUsers: on(describeUsers),
    deleteUser: on(deleteUser),
    clientsOf: on(clientsOf),
    lagOf: on(lagOf),
    topicLagOf: on(topicLagOf),
    readersOf: on(readersOf),
    send: on(send),
    fetchLast: on(fetchLast),
    readLast: on(readLast),
  };
};

export type Calls = ReturnType<typeof callsOf>;
