import { Recent } from '../../lib/recent/recent.ts'

/** What a text refers to: `#1`, `!1` or a commit, in its own project (path '') or in the one that is named. */
export interface Reference {
  readonly kind: 'Issue' | 'MergeRequest' | 'Commit'
  readonly path: string
  /** The number of an issue or a merge request; the first digits of a commit. */
  readonly name: string
}

/** References of one text that are followed, the first ones; the service sets no bound. */
const MOST = 100

// `group/project#1`; what may stand in a path is bounded, so that no long word makes matching slow.
const SHORT = /(?<![\w./#!&\\-])([\w./-]{1,300})?([#!])(\d{1,9})(?![\w])/g
const COMMIT = /(?<![\w./@#-])(?:([\w./-]{1,300})@)?([0-9a-f]{7,40})(?![\w@#!-])/g
/** What every commit has in it, which is quickly found not to be there. */
const HEX = /[0-9a-f]{7}/
const LINK =
  /https?:\/\/[^\s/]{1,300}\/([\w./-]{1,300}?)\/-\/(issues|merge_requests|commit)\/([0-9a-f]{1,40})(?!\w)/g

/** What is in every reference; most titles have none. */
const SIGN = /[#!]|\/-\/|[0-9a-f]{7}/
/** A shorter text is looked through more quickly than it is looked up. */
const SHORT_TEXT = 256
const NOTHING: readonly Reference[] = []

/** Characters of texts of which is remembered what they refer to. */
const MOST_REMEMBERED = 1_000_000
const known = { markdown: remembering(), plain: remembering() }

function remembering(): Recent<string, readonly Reference[]> {
  return new Recent(MOST_REMEMBERED)
}

/**
 * The references in a text, each once. In Markdown code refers to nothing. Whoever changes something else of a record asks
 * about its texts again, so the latest are remembered.
 */
export function referencesIn(text: string, form: 'markdown' | 'plain' = 'markdown'): readonly Reference[] {
  if (text.length < SHORT_TEXT && !SIGN.test(text)) return NOTHING
  const remembered = known[form].get(text)
  if (remembered !== undefined) return remembered
  const found = referencesOf(text, form)
  known[form].add(text, found, text.length + 1)
  return found
}

function referencesOf(text: string, form: 'markdown' | 'plain'): readonly Reference[] {
  const words = form === 'plain' ? text : withoutCode(text)
  const found = new Map<string, Reference>()
  const keep = (reference: Reference) => {
    if (found.size < MOST) found.set(`${reference.kind} ${reference.path} ${reference.name}`, reference)
  }
  if (words.includes('#') || words.includes('!'))
    for (const [, path = '', sign, name] of words.matchAll(SHORT))
      keep({ kind: sign === '#' ? 'Issue' : 'MergeRequest', path, name: name as string })
  if (words.includes('/-/'))
    for (const [, path, part, name] of words.matchAll(LINK))
      keep({ kind: linked[part as keyof typeof linked], path: path as string, name: name as string })
  if (HEX.test(words))
    for (const [, path = '', name] of words.matchAll(COMMIT))
      keep({ kind: 'Commit', path, name: name as string })
  return [...found.values()]
}

const linked = { issues: 'Issue', merge_requests: 'MergeRequest', commit: 'Commit' } as const

function withoutCode(text: string): string {
  if (!text.includes('`') && !text.includes('~~~')) return text
  let fence: string | undefined
  const lines = text.split('\n').filter((line) => {
    const [, mark] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? []
    if (fence === undefined) fence = mark
    else if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined
    else return false
    return mark === undefined
  })
  return withoutSpans(lines.join('\n'))
}

/** Code within lines stands between two runs of as many marks; each run is looked at once. */
function withoutSpans(text: string): string {
  const runs = Array.from(text.matchAll(/`+/g), ({ index, 0: { length } }) => ({ index, length }))
  const closing = new Map<number, number>()
  const closedBy = new Array<number | undefined>(runs.length)
  for (let at = runs.length - 1; at >= 0; at--) {
    const { length } = runs[at] as (typeof runs)[0]
    closedBy[at] = closing.get(length)
    closing.set(length, at)
  }
  let kept = ''
  let from = 0
  for (let at = 0; at < runs.length; at++) {
    const end = closedBy[at]
    if (end === undefined) continue
    const [opened, closed] = [runs[at], runs[end]] as [(typeof runs)[0], (typeof runs)[0]]
    kept += `${text.slice(from, opened.index)} `
    from = closed.index + closed.length
    at = end
  }
  return kept + text.slice(from)
}
