// An expression such as `/\/+$/` tries every slash of a text as the first of its end: its square for a million of them.

/** A text without these characters at its end. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text[end - 1] as string)) end--
  return text.slice(0, end)
}

/** A text without these characters at either end. */
export function withoutEnds(text: string, characters: string): string {
  let start = 0
  while (start < text.length && characters.includes(text[start] as string)) start++
  return withoutEnd(text.slice(start), characters)
}
