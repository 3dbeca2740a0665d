// A sign behind a word is part of an address.
const MENTION = /(?<![\w@])@([\w.-]+)/g

/** The usernames that a text mentions, each once and in small letters. */
export function usersMentioned(text: string | null): readonly string[] {
  if (!text?.includes('@')) return NOBODY
  return [...new Set([...text.toLowerCase().matchAll(MENTION)].map(([, name]) => name as string))]
}

const NOBODY: readonly string[] = []
