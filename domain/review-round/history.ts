import type { OwnHistory } from '../core/history.ts';
import type { ReviewRoundEvent } from './review-round.ts';

const linesOf = ({ lines }: Readonly<{ lines: readonly unknown[] }>) => ({ lines: lines.length });
const ofOrganization = (data: Readonly<{ ofOrganization: number | null }>) => data.ofOrganization;

/** The history of a review round. What concerns one company is in the company's audit, too. */
export const reviewRoundHistory = {
  noun: 'review-round',
  kinds: {
    ReviewRoundStarted: 'started',
    ReviewLinesListed: 'listed',
    ReviewLinesKept: 'kept',
    ReviewLinesRevoked: 'revoked',
    ReviewLinesEnded: 'ended',
    ReviewRoundDue: 'due',
    ReviewRoundClosed: 'closed',
    ReviewReportMade: 'report-made',
  },
  fields: {},
  values: {
    ReviewRoundStarted: ({ lines }) => ({ lines }),
    ReviewLinesListed: linesOf,
    ReviewLinesKept: linesOf,
    ReviewLinesRevoked: linesOf,
    ReviewLinesEnded: linesOf,
    ReviewRoundDue: ({ days }) => ({ days }),
    ReviewRoundClosed: ({ open }) => ({ open }),
    ReviewReportMade: ({ lines, manifest }) => ({ lines, manifest }),
  },
  organizations: {
    ReviewLinesKept: ofOrganization,
    ReviewLinesRevoked: ofOrganization,
    ReviewReportMade: ofOrganization,
  },
} as const satisfies OwnHistory<ReviewRoundEvent>;
