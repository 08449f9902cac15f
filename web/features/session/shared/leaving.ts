/** Leaves the page. Returns whether it did. */
export type Leave = () => boolean | Promise<boolean>;

const asked = 'portico:leave';

/** Leaves at once, unless a page holds it back to ask about unsaved changes. */
export const askToLeave = (leave: Leave): void => {
  if (dispatchEvent(new CustomEvent(asked, { cancelable: true, detail: leave }))) void leave();
};

/**
 * Holds back leaving, to ask first.
 *
 * @param hold gets the function that leaves. Call it after the question.
 * @returns a function that ends the holding.
 */
export const holdLeaving = (hold: (leave: Leave) => void): (() => void) => {
  const onAsked = (event: Event) => {
    event.preventDefault();
    hold((event as CustomEvent<Leave>).detail);
  };
  addEventListener(asked, onAsked);
  return () => removeEventListener(asked, onAsked);
};
