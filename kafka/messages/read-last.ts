import type { Brokers } from '../connect/connect.ts';
import { fetchLast, readLimits } from './fetch-last.ts';
import { messagesIn, type ReadMessage } from './messages-in.ts';

/**
 * Returns the last messages of a topic over all partitions, newest first: at most 50, with 256 kB of values, in 4 s. It unpacks them
 * in this process, so it is for topics whose senders are known.
 *
 * @throws KafkaError `kafka.unknown-topic`, `kafka.not-allowed`.
 */
export const readLast = async (brokers: Brokers, topic: string, wanted = readLimits.messages): Promise<ReadMessage[]> =>
  messagesIn(await fetchLast(brokers, topic, wanted), wanted);
