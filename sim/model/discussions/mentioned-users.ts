// A sign behind a word is part of an address.
const MENTION = /(?<![\w@])@([\w.-]+)/g

/** The usernames that a text mentions, each once and in small letters. */
export function usersMentioned(text: string | null): readonly string[] {
  if (!text?.includes('@')) return NOBODY
  return [...new Set([...text.toLowerCase().matchAll(MENTION)].map(([, name]) => name as string))]
}

const NOBODY: readonly string[] = []

const PARTICIPANT = /(?<![\w@/])@([A-Za-z0-9_][A-Za-z0-9_.-]{0,254}[A-Za-z0-9_]|[A-Za-z0-9_])/g

/** The names of those who take part since a text mentions them, each once and in small letters. */
export function participantNames(text: string): readonly string[] {
  return text.includes('@') ? namesIn(text, PARTICIPANT) : NOBODY
}

/** What a form finds in a text, each once and in small letters: a text may name somebody many thousand times. */
export function namesIn(text: string, form: RegExp): string[] {
  return [...new Set(Array.from(text.matchAll(form), ([, name]) => (name as string).toLowerCase()))]
}
