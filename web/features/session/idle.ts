/** Milliseconds without activity before the warning, and from the warning to the logout. */
export const idleAfter = 840_000;
export const warningFor = 60_000;

const tick = 1_000;

/** Returns the seconds until the logout. Undefined while no warning is due, 0 when the time is over. */
export const secondsLeft = (lastActivity: number, now: number): number | undefined => {
  const idle = now - lastActivity;
  if (idle < idleAfter) return undefined;
  return Math.max(0, Math.ceil((idleAfter + warningFor - idle) / 1000));
};

type Conditions = Readonly<{
  /** Returns milliseconds of a clock that all tabs share. */
  now: () => number;
  /** Returns the time of the last activity in any tab. */
  read: () => number | undefined;
  write: (time: number) => void;
  /** Called after every change, once a second during the warning. */
  onChange: (secondsLeft: number | undefined) => void;
  onOver: () => void;
}>;

/**
 * Watches for idleness in all tabs of the browser. The tabs share the time of the last activity. The clock decides, not
 * the number of ticks, so that a tab that was asleep is right when it wakes. Starts with an activity.
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
    /** Call it after an activity in this tab. It informs the other tabs at most once a second. */
    activity: () => {
      // After a sleep the clock is ahead of the ticks. The session is over, whatever woke the machine.
      if (shown === 0 || secondsLeft(Math.max(mine, read() ?? 0), now()) === 0) return look();
      if (now() - mine < tick && shown === undefined) return;
      mine = now();
      write(mine);
      if (shown !== undefined) look();
    },
    stop,
  };
};
