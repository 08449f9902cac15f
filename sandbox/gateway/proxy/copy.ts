/** Something derived from the store, as far as it is in force. */
export type Copy<T> = {
  current(): T;
  /** The next change is seen, but not taken over before something else is written: seen on a real Kong, seldom. */
  missNext(): void;
  close(): void;
};

/**
 * @property build   makes the copy from the store as it is.
 * @property version counts the changes of what the copy is made of.
 * @property writes  counts the writes of everything.
 */
type Source<T> = { build: () => T; version: () => number; writes: () => number };

/** `every`, `phase` and `late` are milliseconds. After `burst` writes since its last look a copy is made `late`. */
type Timer = { every: number; phase: number; burst: number; late: number; stuck: boolean };

/** A copy that is made anew with the first question after a change. */
export function strictCopy<T>({ build, version }: Source<T>): Copy<T> {
  let of = version();
  let copy = build();
  return {
    current() {
      if (version() !== of) {
        of = version();
        copy = build();
      }
      return copy;
    },
    missNext: () => undefined,
    close: () => undefined,
  };
}

/** A copy that a timer makes anew, from the whole state at that moment, when something of it has changed. */
export function timedCopy<T>(source: Source<T>, { every, phase, burst, late, stuck }: Timer): Copy<T> {
  let of = source.version();
  let copy = source.build();
  let written = source.writes();
  let misses = false;
  let waiting: NodeJS.Timeout | undefined;
  const take = () => {
    waiting = undefined;
    of = source.version();
    if (misses) misses = false;
    else {
      copy = source.build();
      misses = stuck;
    }
  };
  const look = () => {
    const since = source.writes() - written;
    written = source.writes();
    if (waiting || source.version() === of) return;
    if (since < burst) take();
    else waiting = setTimeout(take, late).unref();
  };
  let timer = setTimeout(() => {
    look();
    timer = setInterval(look, every).unref();
  }, phase).unref();
  return {
    current: () => copy,
    missNext() {
      misses = true;
    },
    close() {
      clearTimeout(timer);
      clearTimeout(waiting);
    },
  };
}
