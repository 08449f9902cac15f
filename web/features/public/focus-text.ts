/** Focuses the text of a dialog when it opens, so that the arrow keys scroll it. */
export const focusText = (event: Event): void => {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.querySelector('section')?.focus();
};
