import { append } from '../../../lib/lists.ts'
import { badRequest } from '../../../protocol/refusal.ts'

/** A quick action as it stands in a text. */
export interface Command {
  /** In lower case, as it was written: a name of an action, or another name of it. */
  readonly name: string
  readonly text: string
}

export interface SplitText {
  readonly text: string
  readonly commands: readonly Command[]
}

/** What these lines append to their text (discussions#quick-action-substitutions). */
const substitutions: { readonly [name: string]: string } = {
  shrug: '¯\\＿(ツ)＿/¯',
  tableflip: '(╯°□°)╯︵ ┻━┻',
}

/** Most quick actions of one text; the service sets no bound. */
const MOST = 1000

/**
 * Splits a text into its words and the quick actions of these names, which stand on lines of their own, outside of code,
 * quotes and HTML; blank lines behind an action go with it (discussions#quick-actions).
 */
export function splitText(written: string, known: ReadonlySet<string>): SplitText {
  if (!written.includes('/')) return { text: written, commands: [] }
  const lines = written.replaceAll('\r', '').split('\n')
  const commands: Command[] = []
  const kept: string[] = []
  let appends = false
  const blocks = openBlocks(lines)
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string
    const end = blocks(at)
    if (end !== undefined) {
      append(kept, lines.slice(at, end + 1))
      at = end
      continue
    }
    const [, given = '', text = ''] = /^\/([a-z_]{2,40})(?: (.*))?$/is.exec(line.trimEnd()) ?? []
    const name = given.toLowerCase()
    const appended = Object.hasOwn(substitutions, name) ? substitutions[name] : undefined
    if (appended !== undefined) {
      appends = true
      kept.push(`${text.trim()} ${appended}`)
    } else if (known.has(name)) {
      commands.push({ name, text: text.trim() })
      if (commands.length > MOST) throw badRequest(`Too many quick actions (maximum is ${MOST})`)
      while (at + 1 < lines.length && (lines[at + 1] as string).trim() === '') at++
    } else kept.push(line)
  }
  if (commands.length > 0) return { text: kept.join('\n').trimEnd(), commands }
  return { text: appends ? kept.join('\n') : written, commands }
}

interface Block {
  readonly opens: RegExp
  readonly closes: RegExp
}
const blocksOfText: readonly Block[] = [
  { opens: /^```/, closes: /^```$/ },
  { opens: /^>>>/, closes: /^>>>$/ },
  { opens: /^<[^>]+>$/, closes: /^<\/[^>]+>$/ },
  // Code within a line that goes on over several.
  { opens: /^[^`]*`$/, closes: /^[^`]*`$/ },
]

/** Tells the last line of the block that begins at a line; undefined where none does. Each line is read once a kind. */
function openBlocks(lines: readonly string[]): (at: number) => number | undefined {
  const ends = blocksOfText.map(({ closes }) =>
    lines.flatMap((line, index) => (closes.test(line) ? [index] : [])),
  )
  const next = blocksOfText.map(() => 0)
  return (at) => {
    const kind = blocksOfText.findIndex(({ opens }) => opens.test(lines[at] as string))
    if (kind === -1) return undefined
    const of = ends[kind] as readonly number[]
    let place = next[kind] as number
    while (place < of.length && (of[place] as number) <= at) place++
    next[kind] = place
    return of[place]
  }
}
