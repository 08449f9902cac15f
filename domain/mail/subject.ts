/** What mails are about. Each kind has its texts in `workers/mail/texts/`. */
export const mailKinds = [
  'welcome',
  'request-received',
  'request-approved',
  'request-denied',
  'address-corrected',
  'invited',
  'roles-changed',
  'disabled',
  'deletion-asked',
  'deletion-approved',
  'deletion-denied',
  /** An organization whose APIs one calls may be deleted. */
  'access-ending',
  /** It is not deleted. */
  'access-stays',
  /** An organization asks for access to an API; it was given, denied, or is taken away. */
  'access-asked',
  'access-approved',
  'access-denied',
  'access-revoked',
  /** A grant of access ends soon. */
  'access-ends',
  /** Another organization may call an API that one maintains, or may no longer. */
  'access-given',
  'access-taken',
  /** An organization, an application, an API, a deployment or a key is being deleted, and one's keys stop. */
  'organization-deleted',
  'application-deleted',
  'api-deleted',
  'deployment-removed',
  'key-removed',
  'key-ends',
  'protection-lost',
  'foreign-object',
  /** Certificates of a gateway end soon. */
  'certificate-ends',
  /** Kafka has rights that the portal did not give. */
  'kafka-rights',
  /** A change needs a second person; it was approved, was denied, or its approval has lapsed. */
  'approval-asked',
  'approval-given',
  'approval-denied',
  'approval-lapsed',
  /** Access, keys and roles are to be confirmed; the day is near, or over. */
  'review-started',
  'review-due',
  /** Decisions wait for whoever decides, or have waited too long; all of a minute in one mail. */
  'decision-due',
  'decision-overdue',
  /** Somebody got an operation, or a cause, of the desk; all of a minute in one mail. */
  'handed-over',
  /** The event log is not as it was written. */
  'log-altered',
  /** What a person gets once a day, in one mail. */
  'digest',
] as const;
export type MailKind = (typeof mailKinds)[number];

/** Nouns of the people who get mails. A person who has no account yet is known by their registration. */
export const recipientNouns = ['user', 'registration'] as const;

/** What support sees of a mail: its kind and its recipient's number, not the name. */
type MailSubject = Readonly<{
  kind: MailKind;
  recipient: Readonly<{ noun: (typeof recipientNouns)[number]; id: number }>;
}>;

/** Writes the subject of a mail's operation: `roles-changed/user-12`. */
export const mailSubjectOf = ({ kind, recipient }: MailSubject): string => `${kind}/${recipient.noun}-${recipient.id}`;

/** Reads what `mailSubjectOf` wrote. Returns undefined for other texts, such as one with a kind of a newer release. */
export const readMailSubject = (subject: string): MailSubject | undefined => {
  const [, first, second, id] = /^([\w-]+)\/(\w+)-(\d+)$/.exec(subject) ?? [];
  const kind = mailKinds.find((one) => one === first);
  const noun = recipientNouns.find((one) => one === second);
  return kind && noun && { kind, recipient: { noun, id: Number(id) } };
};
