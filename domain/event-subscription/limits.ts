/** Characters. */
export const subscriptionNameLimit = 200;
export const kafkaUserLimit = 100;
export const kafkaGroupLimit = 200;
/** Of a password that somebody gives. Portico's own have 192 random bits. */
export const kafkaPasswordLimits = { minimum: 16, maximum: 128 } as const;
/** Subscriptions of a topic in one answer. */
export const mostSubscriptions = 500;
