/** A dialog of text opens with the focus in the text, so that the arrow keys read on. */
export const focusText = (event: Event): void => {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.querySelector('section')?.focus();
};
