// Sets the chosen theme before the first paint; a file of its own, because the page allows no inline script.
try {
  const theme = localStorage.getItem('dustpan-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be forbidden; then the theme of the system stays.
}
