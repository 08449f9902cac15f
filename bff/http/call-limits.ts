import { codeAnHour } from '#domain/code-generation/schema.ts';
import { issuesADay } from '#domain/issue/schema.ts';

/**
 * @property by      whose calls are counted together: a person's, an address' (for IPv6 its /64 network, which is what one
 *                   subscriber gets), a credential's, or everybody's.
 * @property calls   allowed calls in `seconds`, from the first call on. The next call gets 429 with Retry-After.
 * @property counted `here`: each process counts in its own memory, which costs nothing and allows the calls once for each
 *                   process. `everywhere`: one count for all processes, on Redis or else on Postgres; costs a round trip for
 *                   each call, none after the limit. `calendar`: an exact quota of a calendar day or hour, stored for good
 *                   (take-from-quota.ts).
 * @property code    of the refusal, for forms of people who know nothing of calls. Default: `calls.too-many`.
 */
type CallLimit = Readonly<{
  by: 'person' | 'address' | 'credential' | 'portal';
  calls: number;
  seconds: number;
  counted: 'here' | 'everywhere' | 'calendar';
  why: string;
  code?: 'registration.busy';
}>;

const minute = 60;
const hour = 3_600;
const day = 86_400;

/**
 * All limits of calls. A route names its row (`limit`); without one it is a `query` or a `command`. The limits stop loops,
 * but not a fast person.
 */
export const callLimits = {
  any: {
    by: 'address',
    calls: 60_000,
    seconds: minute,
    counted: 'here',
    why: 'Every call there is, files of the web app too. An office with one address stays far below',
  },
  probe: {
    by: 'address',
    calls: 1_200,
    seconds: minute,
    counted: 'here',
    why: '/readyz asks the database for anybody',
  },
  query: { by: 'person', calls: 6_000, seconds: minute, counted: 'here', why: 'One or two indexed statements each' },
  command: { by: 'person', calls: 600, seconds: minute, counted: 'here', why: 'Each may leave an event for ever' },
  session: {
    by: 'address',
    calls: 6_000,
    seconds: minute,
    counted: 'here',
    why: 'Asked with every page, by everybody behind one address; ends sessions for the identity provider',
  },
  'sign-in': {
    by: 'address',
    calls: 6_000,
    seconds: minute,
    counted: 'here',
    why: 'Anonymous, keeps nothing, sends people to the identity provider; an office comes at nine with one address',
  },
  'sign-in-callback': {
    by: 'address',
    calls: 600,
    seconds: 5 * minute,
    counted: 'everywhere',
    why: 'Sign-ins that began here; each asks the identity provider for what a code stands for; an office has one address',
  },
  'stray-callback': {
    by: 'address',
    calls: 6_000,
    seconds: minute,
    counted: 'here',
    why: 'Callbacks of no sign-in that is under way, which ask nobody anything; counted apart, so that they stop no sign-in',
  },
  'refused-sign-in': {
    by: 'address',
    calls: 30,
    seconds: hour,
    counted: 'everywhere',
    why: 'Events of sign-ins that began here and were refused; what is more is counted in the metrics only',
  },
  'refused-sign-ins': {
    by: 'portal',
    calls: 1_000,
    seconds: hour,
    counted: 'everywhere',
    why: 'The same from many addresses',
  },
  'failed-credential': {
    by: 'address',
    calls: 600,
    seconds: minute,
    counted: 'here',
    why: 'Tokens, sessions and gateway keys that are none. Only those that fail are refused: others at the address go on',
  },
  'ended-session': {
    by: 'credential',
    calls: 600,
    seconds: minute,
    counted: 'here',
    why: 'A browser that does not know yet that its session has ended: nothing was guessed, so its address is not to blame',
  },
  'refused-command': {
    by: 'person',
    calls: 120,
    seconds: hour,
    counted: 'everywhere',
    why: 'Events of commands that were refused, one a minute for each rule; what is more is counted in the next of them',
  },
  telemetry: {
    by: 'credential',
    calls: 60_000,
    seconds: minute,
    counted: 'here',
    why: 'What a gateway posts with its key, all of its nodes together',
  },
  'sign-up': {
    by: 'address',
    calls: 60,
    seconds: minute,
    counted: 'here',
    why: 'Forms of strangers, also wrong ones, which leave nothing',
    code: 'registration.busy',
  },
  'sign-up-request': {
    by: 'address',
    calls: 30,
    seconds: hour,
    counted: 'everywhere',
    why: 'Complete forms: each sends a mail to somebody. Without a mail server each leaves a request that somebody reads, or says that an address is taken. A team signs up from one office',
    code: 'registration.busy',
  },
  'sign-up-mail': {
    by: 'credential',
    calls: 3,
    seconds: hour,
    counted: 'everywhere',
    why: 'Mails that ask one mailbox to confirm its address. Who sends more forms for it is told the same, and no mail is sent',
  },
  'sign-up-requests': {
    by: 'portal',
    calls: 200,
    seconds: hour,
    counted: 'everywhere',
    why: 'Complete forms from many addresses, without a mail server: nobody has confirmed their addresses',
    code: 'registration.busy',
  },
  settings: {
    by: 'person',
    calls: 120,
    seconds: minute,
    counted: 'everywhere',
    why: 'An event for ever each, by a click that changes nothing for anybody else',
  },
  reveal: {
    by: 'person',
    calls: 60,
    seconds: 5 * minute,
    counted: 'everywhere',
    why: 'Secrets leave the vault; whoever takes over a session gets a few of them, not all',
  },
  export: {
    by: 'person',
    calls: 60,
    seconds: 5 * minute,
    counted: 'everywhere',
    why: 'Reads up to all rows of a table',
  },
  document: {
    by: 'person',
    calls: 240,
    seconds: minute,
    counted: 'here',
    why: 'Documents of up to 16 MB are read, converted and made into pages',
  },
  lint: { by: 'person', calls: 240, seconds: minute, counted: 'everywhere', why: 'The editor checks while one types' },
  upload: {
    by: 'person',
    calls: 120,
    seconds: minute,
    counted: 'everywhere',
    why: 'Documents of up to 16 MB are checked and kept',
  },
  compare: {
    by: 'person',
    calls: 120,
    seconds: minute,
    counted: 'everywhere',
    why: 'Two documents are read and compared',
  },
  preview: {
    by: 'person',
    calls: 240,
    seconds: minute,
    counted: 'everywhere',
    why: 'Asks the gateway for what it holds; the form does so while one types',
  },
  'try-it': {
    by: 'person',
    calls: 120,
    seconds: minute,
    counted: 'everywhere',
    why: 'Calls what is behind the gateway',
  },
  'issue-reports': {
    by: 'person',
    calls: issuesADay,
    seconds: day,
    counted: 'calendar',
    why: 'Somebody has to read each (requirement K5)',
  },
  'code-generations': {
    by: 'person',
    calls: codeAnHour,
    seconds: hour,
    counted: 'calendar',
    why: 'Each has a Java process work for up to a minute',
  },
} as const satisfies Readonly<Record<string, CallLimit>>;

type Rows = typeof callLimits;
/** Rows that are counted call by call: all except quotas. */
export type LimitName = { [Name in keyof Rows]: Rows[Name]['counted'] extends 'calendar' ? never : Name }[keyof Rows];

/** Returns the row of a route of `/api`. */
export const limitOf = ({ method, limit }: Readonly<{ method: string; limit?: LimitName }>): LimitName =>
  limit ?? (method === 'get' ? 'query' : 'command');

/** Returns the code of the refusal after too many calls of a row. */
export const codeOf = (name: LimitName): string => {
  const limit: CallLimit = callLimits[name];
  return limit.code ?? 'calls.too-many';
};
