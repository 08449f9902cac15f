import type { BrokerUnderTest } from './broker-under-test.ts';

/** What is true of every broker, with what shows it. */
export type Case = readonly [name: string, run: (broker: BrokerUnderTest) => Promise<void>];
