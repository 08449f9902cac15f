/** The key of all queries about API keys. Apart, so that other features name it without loading the schemas of keys. */
export const consumersKey = ['consumers'] as const;
