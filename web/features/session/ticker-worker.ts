// A clock for a tab that may be hidden. Browsers let the timers of a hidden page run once a minute; those of its workers go
// on.

const scope = globalThis as unknown as {
  postMessage: (message: null) => void;
  onmessage: (event: MessageEvent<number>) => void;
};

/** The message says how many milliseconds lie between two ticks. */
scope.onmessage = ({ data }) => {
  setInterval(() => scope.postMessage(null), data);
};
