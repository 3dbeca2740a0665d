/** True when the title marks a merge request as a draft (merge-requests#draft). */
export function isDraft(title: string): boolean {
  return /^(?:draft:|\[draft\]|\(draft\))/i.test(title)
}

/** What the `wip` filter takes for a draft: it also knows `Draft - `, and minds the case (merge-requests#filter-wip). */
export function looksLikeDraft(title: string): boolean {
  return isDraft(title) || title.startsWith('Draft - ')
}

/** The title without its mark. */
export function withoutDraft(title: string): string {
  return title.replace(/^(?:draft:|\[draft\]|\(draft\))\s*/i, '')
}
