/** The texts of the findings. */
const reasons = {
  changed: 'its bytes were changed after it was appended',
  missing: 'it was appended, and was removed later',
  unlinked: 'it does not follow the event before it',
  shortened: 'the table streams has a lower version',
  unasked: 'no command has appended it',
  moved: 'it was moved to another place in the log',
  added: 'it was inserted after the log was sealed',
  removed: 'somebody deleted the stream, or hid events of it',
  unsealed: 'events differ from those that were sealed',
} as const;

/** The first wrong event of a stream. `unsealed` can't name a stream: its version is the number of the seal. */
export type Finding = Readonly<{ stream: string; version: number; reason: keyof typeof reasons }>;

export const describeFinding = ({ stream, version, reason }: Finding): string =>
  stream === '' ? `seal ${version}: ${reasons[reason]}` : `${stream} version ${version}: ${reasons[reason]}`;
