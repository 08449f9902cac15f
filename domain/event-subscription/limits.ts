/** Characters. */
export const subscriptionNameLimit = 200;
export const kafkaUserLimit = 100;
export const kafkaGroupLimit = 200;
/** Of a password that somebody gives. Portico's own have 192 random bits. */
export const kafkaPasswordLimits = { minimum: 16, maximum: 128 } as const;
/** Subscriptions in one answer: of a topic, and of a category, whose topics may have thousands. More are found by a search. */
export const mostSubscriptions = { topic: 500, category: 100 } as const;
