import { randomUUID } from 'node:crypto';
import { errors } from './protocol.ts';

export type Joining = Readonly<{
  memberId: string;
  clientId: string;
  sessionTimeout: number;
  protocols: readonly Readonly<{ name: string; metadata: Buffer }>[];
}>;
export type Joined = Readonly<{
  code: number;
  generation: number;
  protocol: string;
  leader: string;
  memberId: string;
  members: readonly Member[];
}>;
type Member = {
  readonly id: string;
  clientId: string;
  sessionTimeout: number;
  metadata: Buffer;
  protocols: Joining['protocols'];
  assignment: Buffer;
  seen: number;
};

/** Milliseconds that members have to join again when somebody came or went. */
const joinPatience = 3_000;

/**
 * Readers that share the partitions of topics. When somebody comes or goes, all join again; the first of them divides the
 * partitions, as in Kafka.
 */
export class Group {
  readonly members = new Map<string, Member>();
  generation = 0;
  protocolType = '';
  #waiting = new Map<string, (joined: Joined) => void>();
  #syncing = new Map<string, (assignment: Buffer | number) => void>();
  #assigned = false;
  #timer: NodeJS.Timeout | undefined;

  get state(): string {
    if (this.members.size === 0) return 'Empty';
    if (this.#waiting.size > 0) return 'PreparingRebalance';
    return this.#assigned ? 'Stable' : 'CompletingRebalance';
  }

  get #leader(): string {
    return this.members.keys().next().value ?? '';
  }

  get #protocol(): string {
    const [first, ...others] = [...this.members.values()];
    const common = first?.protocols.find(({ name }) =>
      others.every(({ protocols }) => protocols.some((each) => each.name === name)),
    );
    return common?.name ?? '';
  }

  join({ memberId, clientId, sessionTimeout, protocols }: Joining): Promise<Joined> {
    this.#dropSilent();
    const id = memberId || `${clientId}-${randomUUID()}`;
    const none = Buffer.alloc(0);
    this.members.set(id, {
      id,
      clientId,
      sessionTimeout,
      protocols,
      metadata: none,
      assignment: none,
      seen: Date.now(),
    });
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#assigned = false;
      for (const told of this.#syncing.values()) told(errors.rebalanceInProgress);
      this.#syncing.clear();
      if ([...this.members.keys()].every((each) => this.#waiting.has(each))) this.#begin();
      else this.#timer ??= setTimeout(() => this.#begin(), joinPatience);
    });
  }

  /** All who have joined are the members of a new generation. */
  #begin(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const id of this.members.keys()) if (!this.#waiting.has(id)) this.members.delete(id);
    this.generation += 1;
    const [protocol, leader] = [this.#protocol, this.#leader];
    for (const member of this.members.values())
      member.metadata = member.protocols.find(({ name }) => name === protocol)?.metadata ?? Buffer.alloc(0);
    for (const [memberId, tell] of this.#waiting) {
      const members = memberId === leader ? [...this.members.values()] : [];
      tell({ code: errors.none, generation: this.generation, protocol, leader, memberId, members });
    }
    this.#waiting.clear();
  }

  /** Returns what a member reads: at once for the one that divides, later for the others. A number is an error. */
  sync(memberId: string, generation: number, assignments: ReadonlyMap<string, Buffer>): Promise<Buffer | number> {
    const problem = this.problemOf(memberId, generation);
    if (problem) return Promise.resolve(problem);
    if (memberId === this.#leader) {
      for (const member of this.members.values()) member.assignment = assignments.get(member.id) ?? Buffer.alloc(0);
      this.#assigned = true;
      for (const [id, tell] of this.#syncing) tell(this.members.get(id)?.assignment ?? Buffer.alloc(0));
      this.#syncing.clear();
    }
    const mine = this.members.get(memberId)?.assignment ?? Buffer.alloc(0);
    return this.#assigned ? Promise.resolve(mine) : new Promise((resolve) => this.#syncing.set(memberId, resolve));
  }

  /** Returns why a member may not go on; 0 when it may. */
  problemOf(memberId: string, generation: number): number {
    const member = this.members.get(memberId);
    if (!member) return errors.unknownMember;
    member.seen = Date.now();
    if (generation !== this.generation) return errors.illegalGeneration;
    return this.#waiting.size > 0 ? errors.rebalanceInProgress : errors.none;
  }

  leave(memberId: string): number {
    if (!this.members.delete(memberId)) return errors.unknownMember;
    // The others join again, and divide what it has read.
    if (this.members.size > 0) this.generation += 1;
    return errors.none;
  }

  /** Members of programs that ended without a word. */
  #dropSilent(): void {
    for (const { id, seen, sessionTimeout } of this.members.values())
      if (Date.now() - seen > sessionTimeout) this.members.delete(id);
  }
}
