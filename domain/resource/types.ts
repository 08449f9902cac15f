/** The kinds of servers, by the ids of their types (specification 3, section 9). */
export const resourceTypes = ['KONG', 'KAFKA', 'REDIS'] as const;
export type ResourceType = (typeof resourceTypes)[number];

/** How Portico and the readers of topics speak with a broker. The last two do not encrypt. */
export const kafkaProtocols = ['SASL_SSL', 'SSL', 'SASL_PLAINTEXT', 'PLAINTEXT'] as const;
export const kafkaMechanisms = ['SCRAM-SHA-512', 'SCRAM-SHA-256', 'PLAIN'] as const;
