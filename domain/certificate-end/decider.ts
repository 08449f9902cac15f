import type { Decider, Decision } from '../core/decider.ts';
import { dueWarning } from '../core/due-warning.ts';
import {
  type CertificateEnd,
  type CertificateEndCommand,
  type CertificateEndEvent,
  mostNamed,
  warningDays,
} from './certificate-end.ts';

/** A certificate that was renewed at its place has another end, and is told of anew. */
const decide = (
  { data: { gatewayId, now, certificates } }: CertificateEndCommand,
  { told }: CertificateEnd,
): Decision<CertificateEndEvent> => {
  const news = certificates
    .toSorted((one, other) => (one.expiresAt < other.expiresAt ? -1 : 1))
    .flatMap((each) => {
      const days = dueWarning(warningDays, each.expiresAt, now);
      const before = told[each.objectId];
      const isTold = days !== undefined && before?.expiresAt === each.expiresAt && before.days <= days;
      return days === undefined || isTold ? [] : [{ ...each, days }];
    })
    .slice(0, mostNamed);
  return news.length === 0 ? [] : [{ type: 'CertificatesEnding', data: { gatewayId, certificates: news } }];
};

const evolve = ({ told }: CertificateEnd, { data }: CertificateEndEvent): CertificateEnd => ({
  told: {
    ...told,
    ...Object.fromEntries(data.certificates.map(({ objectId, expiresAt, days }) => [objectId, { expiresAt, days }])),
  },
});

/** Which certificates of a gateway end soon, and what people were told of it. The stream has the gateway's id. */
export const certificateEndDecider: Decider<CertificateEnd, CertificateEndCommand, CertificateEndEvent> = {
  noun: 'certificate-end',
  initialState: { told: {} },
  decide,
  evolve,
};
