import './load-jsx.ts';

export const { renderEmail } = await import('./mail-kinds.ts');
