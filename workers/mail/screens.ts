import { confirmationPath } from '#domain/registration/confirmation.ts';

/** The screens that mails lead to, as paths of the web app. A signed-out person signs in there first. */
export const screens = {
  landing: '/',
  guide: '/features',
  /** The first screen of people with an account. */
  gallery: '/wall',
  profile: '/user-profile',
  api: (apiId: number) => `/wall/all?dock=api:${apiId}`,
  eventCategory: (id: number) => `/wall/event?dock=event-category:${id}`,
  /** Portal administrators review all requests on one screen, company administrators their own queue on another. */
  review: (registrationId: number, { all }: Readonly<{ all: boolean }>) =>
    `${screens.reviews({ all })}?request=${registrationId}`,
  reviews: ({ all }: Readonly<{ all: boolean }>) => (all ? '/pending-requests' : '/queue-requests'),
  confirm: (token: string) => `${confirmationPath}#${token}`,
  /** Where portal administrators decide on requests for access. */
  accessRequests: '/api-access-control',
  /** The certificates of a gateway, the earliest end first. */
  certificates: (gatewayId: number) => `/kong/certificates?gatewayId=${gatewayId}&sort=expiresAt&order=asc`,
  /** The trail, which says above it whether it is as it was written. */
  audit: '/audit',
  /** What is not as it was applied at a gateway or a Kafka. */
  drift: (resourceId: number) => `/kong/drift?resourceId=${resourceId}`,
  /** What waits for their decision. */
  inbox: '/inbox',
  overdue: '/inbox?due=over',
  /** An operation, for whoever may read it. */
  operation: (id: string) => `/wall?dock=operation:${id}`,
  /** What support has to do: a cause, and what the reader has. */
  cause: (cause: string) => `/desk?dock=cause:${cause}`,
  desk: '/desk?holder=mine',
  /** What happened to what is theirs. */
  notices: '/notices',
  /** A change that needs a second person. */
  approval: (approvalId: number) => `/approvals/${approvalId}`,
  reviewRound: (id: number, { mine }: Readonly<{ mine: boolean }>) =>
    `/review-round/${id}?${mine ? 'mine=yes&' : ''}state=open`,
  deletion: (requestId: number) => `/delete-organization-requests?request=${requestId}`,
} as const;
