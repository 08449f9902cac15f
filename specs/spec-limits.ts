/**
 * How much one uploaded description may cost. The largest public description we know of, GitHub's, has 13 MB, 258,000
 * values, a depth of 21 and 1,100 operations; it reads in about a second. Each limit leaves it several times that room.
 */
export const specLimits = {
  /** Bytes of the file, checked before anything is parsed. */
  bytes: 16 * 1024 * 1024,
  /** Nested maps and lists, after aliases are expanded. Later readers recurse once or more a level, so it stays low. */
  depth: 200,
  /** `*alias` nodes in a YAML text. */
  aliases: 10_000,
  /** Keys copied by YAML's `<<` merges. */
  mergedKeys: 50_000,
  /** Values after aliases are expanded. */
  values: 1_000_000,
  /** Characters of all keys and strings after aliases are expanded. */
  characters: 64 * 1024 * 1024,
  /** Wall time of the worker thread. */
  milliseconds: 5_000,
  /** Heap of one worker thread. Reading or converting 16 MB of real YAML fits; a flat list of millions of scalars does not. */
  heapMegabytes: 256,
  /** What people wait for goes before the longest checks. */
  givesWay: false,
  /** Rules walk a document many times: the largest takes ten seconds of a busy machine and needs a quarter of a gigabyte. */
  lint: { milliseconds: 30_000, heapMegabytes: 512, givesWay: true },
  /** Two documents at once: GitHub's against an older one of it takes two seconds. */
  compare: { milliseconds: 20_000, heapMegabytes: 512, givesWay: true },
  /**
   * Worker threads at the same time, and who gets them. One is left for reading, whatever is saved and checked; nobody has
   * more than one of a kind, so that one document that takes its whole time holds up its own sender only. An organization
   * has a share of each kind, and more of it while another would still find a place.
   */
  queue: {
    running: 5,
    kind: { reading: 5, saving: 2, checking: 3 },
    reading: 1,
    person: 1,
    organization: { reading: 2, saving: 1, checking: 1 },
    /** Beyond it the next is refused as busy. */
    waiting: { person: 10, organization: 40, all: 200 },
  },
  /** Threads that stay for the same organization's next document: a minute, and for so many documents. */
  threads: { keptFor: 60_000, jobs: 100 },
  /** Answers that are kept for who asks for the same again: GitHub's description as indented JSON has 16 MB. */
  keptBytes: 96 * 1024 * 1024,
} as const;
