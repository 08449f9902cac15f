/** The screens that mails lead to, as paths of the web app. Whoever is signed out signs in there. */
export const screens = {
  landing: '/',
  guide: '/features',
  /** The first screen of people with an account. */
  gallery: '/wall',
  profile: '/user-profile',
  api: (apiId: number) => `/wall/all?dock=api:${apiId}`,
  /** Portal administrators review all requests on one screen, company administrators their own queue on another. */
  review: (registrationId: number, { all }: Readonly<{ all: boolean }>) =>
    `${all ? '/pending-requests' : '/queue-requests'}?request=${registrationId}`,
  deletions: '/delete-organization-requests',
  decidedDeletions: '/delete-organization-requests?tab=grants',
} as const;
