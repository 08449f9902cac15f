/** Downloads a text that is only here. */
export const saveFile = (text: string, name: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has begun by then; the browser keeps its own hold on it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};
