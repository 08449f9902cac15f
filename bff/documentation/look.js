// Runs in the browser, before reader.js. Returns Redoc's options for a light or a dark page.
globalThis.lookOf = (dark) => {
  const text = dark ? '#e6e9ef' : '#20242c';
  const theme = {
    colors: {
      primary: { main: dark ? '#8fb6ff' : '#2f55c8' },
      text: { primary: text, secondary: dark ? '#a9b2c3' : '#5b6474' },
      ...(dark && { border: { dark: '#3a4250', light: '#2a303b' }, gray: { 50: '#1d222b', 100: '#262c37' } }),
      // Redoc's own colours are for a white page.
      ...(dark && {
        responses: {
          success: { color: '#7fd69a', backgroundColor: '#17291f' },
          error: { color: '#ff9c94', backgroundColor: '#33201f' },
          redirect: { color: '#f0c674', backgroundColor: '#2f2818' },
          info: { color: '#8fc7ff', backgroundColor: '#182836' },
        },
      }),
    },
    schema: dark
      ? {
          nestedBackground: '#1d222b',
          linesColor: '#55607a',
          typeNameColor: '#a9b2c3',
          typeTitleColor: '#a9b2c3',
          requireLabelColor: '#ff9c94',
        }
      : {},
    typography: {
      fontSize: '14px',
      fontFamily: 'system-ui, sans-serif',
      headings: { fontFamily: 'system-ui, sans-serif', fontWeight: '600' },
      code: { fontFamily: 'ui-monospace, monospace', ...(dark && { color: '#ffb4ab', backgroundColor: '#262c37' }) },
    },
    sidebar: { backgroundColor: dark ? '#181c23' : '#fafafa', textColor: text },
    rightPanel: { backgroundColor: dark ? '#11151b' : '#263238' },
  };
  return {
    theme,
    disableSearch: true,
    hideDownloadButtons: true,
    hideLoading: true,
    hideFab: true,
    sanitize: true,
    untrustedSpec: true,
    nativeScrollbars: true,
  };
};
