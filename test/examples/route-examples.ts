import type { FieldChange } from '#domain/core/older-form.ts';
import type { MemberName } from '../world/bff-seed.ts';
import type { Ask, BffWorld, Side } from '../world/bff-world.ts';

/** Whose thing a call is about. For a key: `api` owns the API, `owner` owns the key. */
export type Subject = Readonly<{ api: Side; owner: Side; guest: boolean; granted: boolean }>;

/** The subject of a call about an organization's own things. */
export const subjectOf = (side: Side): Subject => ({ api: side, owner: side, guest: false, granted: false });

export type Call = Readonly<{ target: string } & Ask>;
/** @param allowed the call succeeds and changes something, so it needs a thing that no other test uses. */
export type MakeCall = (subject: Subject, allowed: boolean) => Promise<Call> | Call;
type Calls = Readonly<Record<string, MakeCall>>;

/** A place for an id. The answer must be the same for a thing of Acme and for an id that does not exist. */
type Probe = Readonly<{
  of: (world: BffWorld) => Promise<number | string> | number | string;
  ask: (world: BffWorld, id: number | string) => Readonly<{ method: string; target: string } & Ask>;
}>;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Two people of Acme who have a form of the same thing open.
 *
 * @property read    where the form is read. `find` returns its row from the response. Default: the response.
 * @property by      who has it open. Default: a portal administrator.
 * @property theirs  what one of them sends; `mine` is what the other one sends, who did not see it.
 * @property changes what the refusal says about `theirs`.
 */
export type OlderForm = Readonly<{
  read: string;
  find?: (response: Fields) => Fields | undefined;
  by?: MemberName;
  target: string;
  isMultipart?: boolean;
  theirs: Fields;
  mine: Fields;
  changes: readonly (Pick<FieldChange, 'field'> & Partial<FieldChange>)[];
}>;

/**
 * What a noun says about its routes, in `bff/<noun>/examples.ts`. Several tests follow from it: the authorization walk,
 * the other-organization test, the tests of the routes and of the OpenAPI description.
 *
 * @property who      the status that each call answers to each role (B1), a line for each subject. `own` is a thing of
 *                    the caller's organization, `other` one of another organization, `guest` a key that another
 *                    organization has for an API of the caller's, `granted` an API of another organization that the
 *                    caller's has access to. Of two numbers, the first is for Acme, which is internal, the second for
 *                    Partner, which is external. Who may never do a thing gets 403 before the body is read: also for a
 *                    thing of another organization. The owners maintain the application; only the second of them may
 *                    choose environments.
 * @property own      the calls that only the portal itself makes. The specification promises them to nobody.
 * @property calls    how to make each call; a call without an entry needs neither an id nor a body.
 * @property probes   every place where an id can stand (C1).
 * @property older    an older form for each call that takes `basedOn` (`bff/older-form.test.ts`).
 * @property canaries texts of Acme that no answer to another organization may hold (C2).
 */
export type RouteExamples = Readonly<{
  who: string;
  own?: readonly string[];
  calls?: (world: BffWorld) => Promise<Calls> | Calls;
  probes?: Readonly<Record<string, Probe>>;
  older?: (world: BffWorld) => Readonly<Record<string, () => Promise<OlderForm>>>;
  canaries?: (world: BffWorld) => Promise<readonly string[]> | readonly string[];
}>;

/** Ids that do not exist. */
export const noId = 2_000_000_000;
export const noOperation = '00000000-0000-4000-8000-000000000000';

let names = 0;
/** Returns a name that is new in this test file: letters only, as forms ask for. */
export const newName = (): string => {
  names += 1;
  return `name${[...String(names)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`;
};

/** Deploys an organization's API once more, for a call that changes the deployment. */
export const newDeployment = async (
  { seed, publicGatewayId, shown }: BffWorld,
  { apiId, organizationId }: Side,
  state: 'deployed' | 'failed' = 'deployed',
) => {
  const made = await seed.deployment(apiId, publicGatewayId, state, {}, organizationId);
  await shown(made.position);
  return made;
};
