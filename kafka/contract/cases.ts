import { aclCases } from './acl-cases.ts';
import type { BrokerUnderTest } from './broker-under-test.ts';
import { failureCases } from './failure-cases.ts';
import { messageCases } from './message-cases.ts';
import { topicCases } from './topic-cases.ts';
import { userCases } from './user-cases.ts';

/** What is true of every broker, with what shows it. */
export type Case = readonly [name: string, run: (broker: BrokerUnderTest) => Promise<void>];

/** The contract: the same for a real Kafka and for the sandbox's broker. */
export const cases: readonly Case[] = [...topicCases, ...aclCases, ...userCases, ...messageCases, ...failureCases];
