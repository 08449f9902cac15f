/** Copies by a hidden field that is selected. Works without https. Returns whether the browser did it. */
const copySelected = (text: string, beside: HTMLElement): boolean => {
  const field = document.createElement('textarea');
  field.value = text;
  // No keyboard opens on a phone, and the page does not move.
  field.readOnly = true;
  field.style.cssText = 'position:fixed;top:0;opacity:0';
  // Beside the button: a dialog takes the focus back from what is outside it.
  beside.after(field);
  const focused = document.activeElement;
  try {
    field.focus({ preventScroll: true });
    field.select();
    // No other way is there without https: browsers keep `navigator.clipboard` for secure pages.
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
};

/**
 * Copies a text to the clipboard.
 *
 * @param beside the element that asked for it.
 * @returns whether it was copied. A browser may refuse, and a page without https has no `navigator.clipboard`.
 */
export const copyText = async (text: string, beside: HTMLElement): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text, beside);
  }
};
