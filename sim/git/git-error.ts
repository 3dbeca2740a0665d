/** What another git sent and what cannot be taken; the message is for its user. */
export class GitError extends Error {}
