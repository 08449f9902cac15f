/** Rows on a page of the table (specification 3, section 9). */
export const eventTopicPageSize = 20;

/** Characters of a topic's name: Kafka's own limit. */
export const eventTopicNameLimit = 249;
/** Characters of the organization's attributes, and of the configuration. */
export const eventTopicTextLimit = 16_000;

/** Settings of one topic, and characters of a key and a value. Kafka 4.1 knows about 40. */
export const mostSettings = 100;
export const settingKeyLimit = 200;
export const settingValueLimit = 2000;

/** Kafka has no limit of its own for either; a broker's policy may have a lower one. */
export const mostPartitions = 10_000;
export const mostReplicas = 100;
