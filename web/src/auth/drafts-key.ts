/** Where this tab keeps what was typed when the session ended. */
export const DRAFTS = 'drafts';
