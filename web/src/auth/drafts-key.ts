/** Session storage key for what the user had typed when the session ended. */
export const DRAFTS = 'drafts';
