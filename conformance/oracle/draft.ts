/** What makes a merge request a draft, at the very start of its title and in any case (merge-requests#draft). */
export function isDraft(title: string): boolean {
  return /^(draft:|\[draft\]|\(draft\))/i.test(title)
}

/** What the filter `wip` takes for one: these, and `Draft - ` (merge-requests#filter-wip). */
export function filtersAsDraft(title: string): boolean {
  return isDraft(title) || /^draft - /i.test(title)
}
