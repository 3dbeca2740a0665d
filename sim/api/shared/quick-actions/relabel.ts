import type { Label } from '../../../model/labels/label.ts'

// What `/label`, `/unlabel` and `/relabel` make of the labels of an issue, a merge request or an epic.

export type Mode = 'add' | 'drop' | 'replace'

export interface Relabelled {
  /** Undefined where they stay as they are. */
  readonly labelIds?: readonly number[]
  readonly message: string
  readonly changes?: { readonly [name: string]: unknown }
}

/** The titles in the text of a quick action: `~bug`, `bug`, `~"in progress"`. */
export function titlesIn(text: string): string[] {
  const titles = [...text.matchAll(/~?"([^"]{1,255})"|~?([^\s,~"]{1,255})/g)]
  return titles.map((found) => found[1] ?? (found[2] as string))
}

/** Undefined where the action makes nothing of its text. */
export function relabelled(
  mode: Mode,
  text: string,
  known: readonly number[],
  named: readonly Label[],
): Relabelled | undefined {
  if (mode === 'drop' && text === '')
    return { labelIds: [], message: 'Removed all labels.', changes: { label_ids: [] } }
  if (named.length === 0) return mode === 'drop' ? { message: 'Removed all labels.' } : undefined
  const ids = named.map(({ id }) => id)
  const wire = { add: 'add_label_ids', drop: 'remove_label_ids', replace: 'label_ids' }[mode]
  const verb = { add: 'Added', drop: 'Removed', replace: 'Replaced all labels with' }[mode]
  return {
    labelIds: combined(known, ids, mode),
    message: `${verb} ${listed(named)}.`,
    changes: { [wire]: ids },
  }
}

/** `~"bug"` */
export function labelReference({ id, title }: Label): string {
  return title.includes('"') ? `~${id}` : `~"${title}"`
}

function listed(named: readonly Label[]): string {
  return `${named.map(labelReference).join(' ')} ${named.length === 1 ? 'label' : 'labels'}`
}

export function combined(known: readonly number[], chosen: readonly number[], mode: Mode): number[] {
  if (mode === 'drop') return known.filter((id) => !chosen.includes(id))
  return [...new Set(mode === 'add' ? [...known, ...chosen] : chosen)]
}
