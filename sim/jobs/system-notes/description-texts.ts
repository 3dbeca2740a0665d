/** A changed description; where items of a checklist were ticked or unticked these are told, and nothing else. */
export function descriptionTexts(was: string | null, is: string | null): readonly string[] {
  if (was === is) return []
  const [old, now] = [checklist(was), checklist(is)]
  const turned = now.filter(({ text, done }, place) => old[place]?.text === text && old[place]?.done !== done)
  if (turned.length === 0) return ['changed the description']
  return turned.map(
    ({ text, done }) => `marked the checklist item **${text}** as ${done ? 'completed' : 'incomplete'}`,
  )
}

interface Item {
  readonly text: string
  readonly done: boolean
}

function checklist(description: string | null): readonly Item[] {
  const items = (description ?? '').matchAll(
    /^[ \t>]{0,100}(?:[-*+]|\d{1,9}[.)])[ \t]+\[([ xX])\][ \t]+(\S.*)$/gm,
  )
  return [...items].map(([, mark, text]) => ({ text: (text as string).trimEnd(), done: mark !== ' ' }))
}
