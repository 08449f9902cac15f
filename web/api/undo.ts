/** Shows what undoing an entry of a history would do. */
type Show = (id: string) => void;

/** An entry from before the dialog was loaded, which comes after the first screen (app/toasts.tsx). */
let waiting: string | undefined;
const keep: Show = (id) => {
  waiting = id;
};
let show = keep;

/** Registers what shows the dialog, and passes it a waiting entry. Returns a function that ends that. */
export const onUndo = (ask: Show): (() => void) => {
  show = ask;
  if (waiting !== undefined) ask(waiting);
  waiting = undefined;
  return () => {
    if (show === ask) show = keep;
  };
};

/** Asks whether an entry is to be undone, over whatever is open. */
export const askUndo = (id: string): void => show(id);
