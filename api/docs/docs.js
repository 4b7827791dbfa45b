// Shows /api/openapi.json. A classic script, like the published bundle that it uses.
const prefersDark = window.matchMedia('(prefers-color-scheme: dark)');
const applyTheme = () => document.documentElement.classList.toggle('dark-mode', prefersDark.matches);
prefersDark.addEventListener('change', applyTheme);
applyTheme();

window.SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#document',
  deepLinking: true,
  docExpansion: 'list',
  // Sends nothing to an external validator.
  validatorUrl: null,
});
