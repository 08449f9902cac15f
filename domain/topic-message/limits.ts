/** Characters of a test message's payload and key. Kafka takes 1 MB unless it is told otherwise. */
export const testPayloadLimit = 64_000;
export const testKeyLimit = 1000;

/** Bytes of an answer with messages, as JSON, and problems of one message in it. */
export const answerLimit = 256 * 1024;
export const mostViolations = 5;
/** Characters of a violation's place and detail. */
export const violationTextLimit = 200;
