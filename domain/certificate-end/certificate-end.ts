import * as z from 'zod/mini';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';

/** So many days before the end of a certificate people are told, once each. The greatest first. */
export const warningDays = [30, 7, 1] as const;

/** The most certificates that an event names. What is left over is told after the next look. */
export const mostNamed = 50;

const certificate = z.object({
  objectId: z.string().check(z.maxLength(100)),
  /** For people: its host names, or its id. */
  name: z.string().check(z.maxLength(200)),
  expiresAt: z.iso.datetime(),
});
type EndingCertificate = z.output<typeof certificate>;

const ending = z.object({
  gatewayId: idSchema,
  certificates: z
    .array(z.extend(certificate, { days: z.union(warningDays.map((days) => z.literal(days))) }))
    .check(z.minLength(1), z.maxLength(mostNamed)),
});

export const certificateEndEvents = {
  /** A look at a gateway found certificates that end within so many days. The earliest is first. */
  CertificatesEnding: event(ending),
};

export type CertificateEndEvent = EventsOf<typeof certificateEndEvents>;

/** @property now ISO time of the look. */
export type CertificateEndCommand = Command<
  'ReportCertificates',
  Readonly<{ gatewayId: number; now: string; certificates: readonly EndingCertificate[] }>
>;

/** What people were told about the certificates of one gateway, by the object's id. */
export type CertificateEnd = Readonly<{
  told: Readonly<Record<string, Readonly<{ expiresAt: string; days: number }>>>;
}>;
