import { aclCases } from './acl-cases.ts';
import type { Case } from './case.ts';
import { failureCases } from './failure-cases.ts';
import { messageCases } from './message-cases.ts';
import { topicCases } from './topic-cases.ts';
import { userCases } from './user-cases.ts';

/** The contract: the same for a real Kafka and for the sandbox's broker. */
export const cases: readonly Case[] = [...topicCases, ...aclCases, ...userCases, ...messageCases, ...failureCases];
