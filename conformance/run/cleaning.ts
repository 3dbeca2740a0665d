import type { Target } from '../targets/target.ts'
import { clean } from './clean.ts'

const verbs = { removed: 'removed', marked: 'marked for deletion', left: 'could not remove' } as const

/** Removes what killed runs have left on a target, and tells each in a line. True when nothing is left. */
export async function cleaned(target: Target, told: (line: string) => Promise<void>): Promise<boolean> {
  const counts = { removed: 0, marked: 0, left: 0 }
  let changed = 0
  for await (const leftover of clean(target))
    if (leftover === 'taken back') await told('took the world back to where a killed run found it\n')
    else if (leftover.kind === 'record') {
      if (leftover.became === 'left') changed += 1
      await told(`${leftover.became === 'left' ? 'could not put back' : 'put back'} ${leftover.path}\n`)
    } else {
      counts[leftover.became] += 1
      await told(`${verbs[leftover.became]}: ${leftover.kind} ${leftover.path}\n`)
    }
  const later = counts.marked === 0 ? '' : `${counts.marked} marked and deleted by the service later, `
  await told(`${counts.removed} removed, ${later}${counts.left} left\n`)
  return counts.left + changed === 0
}
