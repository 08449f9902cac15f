import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../gateway/write-whole.ts';
import { PartitionLog } from './partition-log.ts';
import type { Right } from './rights.ts';
import { type Credential, credentialOf } from './scram.ts';

export type Topic = Readonly<{ id: string; name: string; partitions: PartitionLog[]; configs: Record<string, string> }>;

/** What is kept in `state.json`. Offsets of groups by `topic:partition`. */
type Kept = {
  topics: { id: string; name: string; partitions: number; configs: Record<string, string> }[];
  rights: Right[];
  users: Record<string, Credential>;
  offsets: Record<string, Record<string, { offset: string; metadata: string }>>;
};

/** Everything that the broker knows. It is kept in a folder, and there again after the next start. */
export class BrokerState {
  readonly topics = new Map<string, Topic>();
  rights: Right[] = [];
  readonly users = new Map<string, Credential>();
  readonly offsets: Kept['offsets'] = {};
  /** `appended` when messages came. */
  readonly changes = new EventEmitter().setMaxListeners(0);
  readonly superUser: string;
  /** What the next calls that need rights are answered, so many times. Undefined: as always. */
  fault: { code: number; times: number } | undefined;
  readonly #folder: string;

  constructor(folder: string, admin: Readonly<{ user: string; password: string }>) {
    this.#folder = folder;
    this.superUser = admin.user;
    mkdirSync(folder, { recursive: true });
    this.#load();
    this.users.set(admin.user, credentialOf(admin.password));
    this.save();
  }

  #load(): void {
    const file = join(this.#folder, 'state.json');
    if (!existsSync(file)) return;
    const kept = JSON.parse(readFileSync(file, 'utf8')) as Kept;
    for (const { id, name, partitions, configs } of kept.topics)
      this.topics.set(name, this.#topic(id, name, partitions, configs));
    this.rights = kept.rights;
    for (const [user, credential] of Object.entries(kept.users)) this.users.set(user, credential);
    Object.assign(this.offsets, kept.offsets);
  }

  #topic(id: string, name: string, partitions: number, configs: Record<string, string>): Topic {
    return { id, name, configs, partitions: Array.from({ length: partitions }, (_, at) => this.#log(id, at)) };
  }

  #log(id: string, partition: number): PartitionLog {
    return new PartitionLog(join(this.#folder, `${id}-${partition}.log`));
  }

  addTopic(name: string, partitions: number, configs: Record<string, string>): Topic {
    const topic = this.#topic(randomUUID(), name, partitions, configs);
    this.topics.set(name, topic);
    this.save();
    return topic;
  }

  growTopic({ id, partitions }: Topic, count: number): void {
    while (partitions.length < count) partitions.push(this.#log(id, partitions.length));
    this.save();
  }

  removeTopic({ name, partitions }: Topic): void {
    for (const log of partitions) log.remove();
    this.topics.delete(name);
    for (const offsets of Object.values(this.offsets))
      for (const key of Object.keys(offsets)) if (key.slice(0, key.lastIndexOf(':')) === name) delete offsets[key];
    this.save();
  }

  save(): void {
    const kept: Kept = {
      topics: [...this.topics.values()].map(({ partitions, ...topic }) => ({
        ...topic,
        partitions: partitions.length,
      })),
      rights: this.rights,
      users: Object.fromEntries(this.users),
      offsets: this.offsets,
    };
    writeWhole(join(this.#folder, 'state.json'), JSON.stringify(kept));
  }
}
