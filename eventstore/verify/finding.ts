/** What is wrong, in the words of the command. */
const reasons = {
  changed: 'its bytes are not those that were appended',
  missing: 'it was appended, and is not there any more',
  unlinked: 'it does not follow the event before it',
  shortened: 'the stream is said to end before it',
  unasked: 'no command of the log has appended it',
  moved: 'it stands elsewhere in the log than it was appended',
  added: 'it was put in between after the log was sealed',
  unsealed: 'events of the log are not as they were sealed',
} as const;

/**
 * The first event of a stream that is not as it was appended. `unsealed` can name no stream: it has the number of
 * the seal as its version.
 */
export type Finding = Readonly<{ stream: string; version: number; reason: keyof typeof reasons }>;

export const describeFinding = ({ stream, version, reason }: Finding): string =>
  stream === '' ? `seal ${version}: ${reasons[reason]}` : `${stream} version ${version}: ${reasons[reason]}`;
