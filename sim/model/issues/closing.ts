// `Closes #4, #6 and #7`, also fix, resolve and implement in all their forms (merge-requests#closing-keywords). The run
// of references is bounded, so that a long description cannot make matching slow.
const CLOSING =
  /\b(?:[Cc]los(?:e[sd]?|ing)|[Ff]ix(?:e[sd]|ing)?|[Rr]esolv(?:e[sd]?|ing)|[Ii]mplement(?:s|ed|ing)?):? {1,4}((?:issues? {1,4})?#\d{1,9}(?:(?: {0,4},? {1,4}and {1,4}| {0,4}, {0,4}| {1,4})(?:issues? {1,4})?#\d{1,9}){0,50})/g

/** The internal numbers of the issues that a text closes when it is merged, ascending. */
export function closedIssues(text: string | null): readonly number[] {
  if (text === null || !text.includes('#')) return NONE
  if (latest.text !== text) latest = { text, iids: closedIn(text) }
  return latest.iids
}

const NONE: readonly number[] = []
// A write asks about a row before and after, most often with the same description.
let latest = { text: '', iids: NONE }

function closedIn(text: string): readonly number[] {
  const iids = new Set<number>()
  for (const [, references] of text.matchAll(CLOSING))
    for (const [, iid] of (references as string).matchAll(/#(\d+)/g)) iids.add(Number(iid))
  return [...iids].sort((a, b) => a - b)
}
