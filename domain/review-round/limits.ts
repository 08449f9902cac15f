/** Rounds and lines on a page. */
export const reviewRoundPageSize = 20;
export const reviewLinePageSize = 25;

/** The most lines that one act decides. */
export const decidedTogether = 200;

/** The most lines of a round. Each command of a round reads its stream. */
export const mostReviewLines = 50_000;

/** Lines in one event. */
export const listedTogether = 500;

/** Characters of the reason for a decision. */
export const reviewReasonLimit = 1000;

/** So many days before a round is due people are reminded, once each; 0: the day is over. The greatest first. */
export const reviewReminderDays = [7, 1, 0] as const;
