import '#workers/emails/load-jsx.ts';

export const { renderChatMessage } = await import('./chat-message.ts');
