/** A value made from the store, in the state that is in force. */
export type Copy<T> = {
  current(): T;
  /** Ignores the next change until something else is written. A real Kong seldom does this. */
  missNext(): void;
  close(): void;
};

/**
 * @property build   makes the copy from the current store.
 * @property version returns the number of changes of what the copy is made of.
 * @property writes  returns the number of all writes.
 */
type Source<T> = { build: () => T; version: () => number; writes: () => number };

/**
 * `every`, `phase` and `late` are milliseconds. After `burst` writes since the last check, a copy is made `late` later.
 */
type Timer = { every: number; phase: number; burst: number; late: number; stuck: boolean };

/** Returns a copy that is made anew when it is first used after a change. */
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

/** Returns a copy that a timer makes anew after a change, from the whole state at that moment. */
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
