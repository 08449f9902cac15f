import process from 'node:process';
import { findKafkaJars } from '#sandbox/kafka/real/kafka-jars.ts';

/** Fetches the Kafka that suites of events start, ahead of time. */
try {
  await findKafkaJars();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
