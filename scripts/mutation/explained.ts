import type { Change } from './instrument.ts'

/** Changes that no client could notice, or only one whom the suite cannot be, with the reason. Lines may move. */
interface Explanation {
  /** Path in the checkout, or the beginning of one. */
  readonly file: string
  /** Text that is changed, its blanks joined; any of these where it is left out. */
  readonly from?: string
  readonly to?: string
  readonly why: string
}

const explained: readonly Explanation[] = [
  {
    file: 'sim/model/commits/last-commit.ts',
    from: 'known.size >= REMEMBERED',
    why: 'It says when a table that only saves time is emptied',
  },
  {
    file: 'sim/api/bulk-imports/start.ts',
    from: 'params.configuration?.access_token',
    why: 'The parameter is required, so it is never missing there',
  },
]

export function explanationOf({ file, from, to }: Change): string | undefined {
  return explained.find(
    (row) =>
      file.startsWith(row.file) &&
      (row.from ?? joined(from)) === joined(from) &&
      (row.to ?? joined(to)) === joined(to),
  )?.why
}

function joined(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
