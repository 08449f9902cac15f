/** Downloads a text from memory as a file with a media type. */
export const saveFile = (text: string, name: string, type = 'text/plain'): void => {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has started by then, and the browser keeps its own reference.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};
