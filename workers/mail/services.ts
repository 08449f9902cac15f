/**
 * How mails are sent.
 *
 * @property smtpUrl   SMTP_URL.
 * @property from      MAIL_FROM: the sender.
 * @property publicUrl PUBLIC_URL, which the links begin with.
 * @property reviewPause milliseconds between two mails to one reviewer of requests for accounts (REVIEW_MAIL_MINUTES).
 * @property togetherPause milliseconds that what is told of in one mail waits for more of it, from the first of them. A minute.
 * @property digestPause milliseconds that news wait for a digest, from the first of them. A day.
 */
export type MailSettings = Readonly<{
  smtpUrl: string;
  from: string;
  publicUrl: string;
  reviewPause: number;
  digestPause: number;
  togetherPause: number;
}>;

declare module '../engine/worker-services.ts' {
  interface WorkerServices {
    /** Undefined without SMTP_URL: no mail is requested. */
    readonly mail: MailSettings | undefined;
  }
}
