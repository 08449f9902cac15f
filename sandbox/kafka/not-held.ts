/** What a real Kafka does and the sandbox's broker does not. The suite prints it. */
export const notHeld: readonly string[] = [
  'One broker: no replicas, no elections.',
  'SCRAM-SHA-512 only: no other mechanism, no second login of an open connection.',
  'Settings of topics are kept and checked; in force is max.message.bytes. Nothing is deleted by age or compacted.',
  'A partition keeps its last 64 MB.',
  'Groups divide partitions in the older protocol only: no static members, none of the consumer protocol of Kafka 4.',
  'No transactions and no idempotent producers.',
  'Rights for topics, groups and the cluster. The address of a client is not looked at.',
  'Every change is in force at once. A real broker takes some milliseconds.',
];
