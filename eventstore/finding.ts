/** The texts of the findings. */
const reasons = {
  changed: 'its bytes were changed after it was appended',
  missing: 'it was appended, and was removed later',
  unlinked: 'it does not follow the event before it',
  shortened: 'the table streams has a lower version',
  unasked: 'no command has appended it',
  foreign: 'no process of this installation has sealed it',
  result: 'the stored result of its command was changed',
  moved: 'it was moved to another place in the log',
  added: 'it was inserted after the log was sealed',
  removed: 'somebody deleted the stream, or hid events of it',
  unsealed: 'events differ from those that were sealed',
  unsigned: 'the checkpoint of this seal is not signed with the key of this log',
  rewritten: 'events differ from those that its checkpoint was signed for',
  forgotten: 'the database no longer has its checkpoint',
} as const;

/**
 * The first wrong event of a stream. Where no event can be named, the stream is empty and the version is the number of the
 * seal.
 *
 * @property since the oldest signed checkpoint that has the event as it was: it was changed later.
 */
export type Finding = Readonly<{
  stream: string;
  version: number;
  reason: keyof typeof reasons;
  since?: Readonly<{ events: number; at: string }> | undefined;
}>;

export const describeFinding = ({ stream, version, reason, since }: Finding): string => {
  const place = stream === '' ? `seal ${version}` : `${stream} version ${version}`;
  const after = since ? `, since the checkpoint of ${since.at} over ${since.events} events` : '';
  return `${place}: ${reasons[reason]}${after}`;
};
