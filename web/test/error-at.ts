/** Returns the error that is shown at a control. Returns '' when there is none. */
export const errorAt = (control: HTMLElement): string => {
  const ids = (control.getAttribute('aria-describedby') ?? '').split(' ');
  const id = ids.find((each) => each.endsWith('-error'));
  return (id && document.getElementById(id)?.textContent) || '';
};
