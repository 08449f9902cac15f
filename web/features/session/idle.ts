/** Milliseconds without activity until the warning, and from the warning to the sign-out. */
export const idleAfter = 840_000;
export const warningFor = 60_000;

const tick = 1_000;

/** Seconds until the sign-out; undefined while nobody has to be warned, 0 when the time is over. */
export const secondsLeft = (lastActivity: number, now: number): number | undefined => {
  const idle = now - lastActivity;
  if (idle < idleAfter) return undefined;
  return Math.max(0, Math.ceil((idleAfter + warningFor - idle) / 1000));
};

type Conditions = Readonly<{
  /** Milliseconds, the same clock in every tab. */
  now: () => number;
  /** When anybody last did something in any tab. */
  read: () => number | undefined;
  write: (time: number) => void;
  /** Told whenever it changes, once a second during the warning. */
  onChange: (secondsLeft: number | undefined) => void;
  onOver: () => void;
}>;

/**
 * Watches for idleness over all tabs of the browser: they share one time of last activity, and the clock decides, not
 * the count of ticks, so that a tab that was asleep is right when it wakes. Begins with an activity.
 */
export const watchIdle = ({ now, read, write, onChange, onOver }: Conditions) => {
  let mine = now();
  let shown: number | undefined;
  write(mine);

  const look = () => {
    const left = secondsLeft(Math.max(mine, read() ?? 0), now());
    if (left !== shown) {
      shown = left;
      onChange(left);
    }
    if (left === 0) {
      stop();
      onOver();
    }
  };
  const timer = setInterval(look, tick);
  const stop = () => clearInterval(timer);

  return {
    /** Somebody did something here; told to the other tabs at most once a second. */
    activity: () => {
      // After a sleep the clock is ahead of the ticks: it is over, whatever woke the machine.
      if (shown === 0 || secondsLeft(Math.max(mine, read() ?? 0), now()) === 0) return look();
      if (now() - mine < tick && shown === undefined) return;
      mine = now();
      write(mine);
      if (shown !== undefined) look();
    },
    stop,
  };
};
