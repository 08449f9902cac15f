/** Leaves what is shown. Answers whether it did. */
export type Leave = () => boolean | Promise<boolean>;

const asked = 'portico:leave';

/** Leaves at once, unless somebody holds it back to ask first about what was not saved. */
export const askToLeave = (leave: Leave): void => {
  if (dispatchEvent(new CustomEvent(asked, { cancelable: true, detail: leave }))) void leave();
};

/**
 * @param hold gets what was held back, to go on with once it was asked.
 * @returns what ends the holding.
 */
export const holdLeaving = (hold: (leave: Leave) => void): (() => void) => {
  const onAsked = (event: Event) => {
    event.preventDefault();
    hold((event as CustomEvent<Leave>).detail);
  };
  addEventListener(asked, onAsked);
  return () => removeEventListener(asked, onAsked);
};
