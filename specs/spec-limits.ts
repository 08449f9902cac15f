/**
 * What one uploaded description may cost. The largest public description that we know, GitHub's, has 13 MB, 258,000 values,
 * a depth of 21 and 1,100 operations, and is read in about a second. The limits of values, depth and time are several
 * times that.
 */
export const specLimits = {
  /** Bytes of the file, checked before anything is parsed. */
  bytes: 16 * 1024 * 1024,
  /** Nested maps and lists, with aliases expanded. Other tools recurse at each level, so the limit is low. */
  depth: 200,
  /** `*alias` nodes in a YAML text. */
  aliases: 10_000,
  /** Keys copied by YAML's `<<` merges. */
  mergedKeys: 50_000,
  /** Values after aliases are expanded. */
  values: 1_000_000,
  /** Characters of all keys and strings after aliases are expanded. */
  characters: 64 * 1024 * 1024,
  /** Wall time of a job. */
  milliseconds: 5_000,
  /** Heap of one child process. Reading or converting 16 MB of real YAML fits; a flat list of millions of scalars does not. */
  heapMegabytes: 256,
  /** Jobs that people wait for go before the longest checks, which give way. */
  givesWay: false,
  /** Rules visit a document many times. The largest takes ten seconds on a busy machine and 256 MB. */
  lint: { milliseconds: 30_000, heapMegabytes: 512, givesWay: true },
  /** Two documents at once. GitHub's and an older version of it take two seconds. */
  compare: { milliseconds: 20_000, heapMegabytes: 512, givesWay: true },
  /**
   * Child processes at the same time, and who gets them. One is always left for reading. A person has at most one
   * of each kind, so that a slow document delays only its sender. An organization has a share of each kind, and may
   * use more while a place is left for another organization.
   */
  queue: {
    running: 5,
    kind: { reading: 5, saving: 2, checking: 3 },
    reading: 1,
    person: 1,
    organization: { reading: 2, saving: 1, checking: 1 },
    /** Jobs in the queue. The next one is refused as busy. */
    waiting: { person: 10, organization: 40, all: 200 },
  },
  /** How long a child process stays for the same organization's next document, and for how many documents. */
  processes: { keptFor: 60_000, jobs: 100 },
  /** Bytes of cached results. GitHub's description as indented JSON has 16 MB. */
  keptBytes: 96 * 1024 * 1024,
} as const;
