/** Downloads a text that is only here, as a file of a media type. */
export const saveFile = (text: string, name: string, type = 'text/plain'): void => {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has begun by then; the browser keeps its own hold on it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};
