/** Classes of the terms dialog: 80 % wide, the whole screen on a phone, with content from top to bottom. */
export const termsDialogClasses =
  'top-[8vh] flex max-h-[84vh] max-w-none flex-col gap-4 overflow-hidden px-0 py-5 sm:max-w-[80vw]';
