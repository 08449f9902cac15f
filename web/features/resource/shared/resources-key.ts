/** All queries about resources, also the gateways of the deploy form. */
export const resourcesKey = ['resources'] as const;
