import { inApi } from './explained/api.ts'
import { inEntities } from './explained/entities.ts'
import type { Explanation } from './explained/explanation.ts'

import { inPolicy } from './explained/policy.ts'
import { inProtocol } from './explained/protocol.ts'
import type { Change } from './instrument.ts'

const explained: readonly Explanation[] = [
  {
    file: 'sim/',
    from: / satisfies never$/,
    why: 'No value comes there: the compiler holds the cases before it to be all there are',
  },
  {
    file: 'sim/',
    from: /^\w+\.size >=? REMEMBERED$/,
    why: 'It says when a table that only saves time is emptied',
  },
  ...inApi,
  ...inEntities,

  ...inPolicy,
  ...inProtocol,
]

export function explanationOf({ file, from, to }: Change): string | undefined {
  return explained.find((row) => file.startsWith(row.file) && matches(row.from, from) && matches(row.to, to))
    ?.why
}

function matches(wanted: string | RegExp | undefined, text: string): boolean {
  if (wanted === undefined) return true
  return wanted instanceof RegExp ? wanted.test(joined(text)) : joined(wanted) === joined(text)
}

function joined(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
