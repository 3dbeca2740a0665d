import { archives } from './explained/archives.ts'
import type { ExplainedChange } from './explained/explanation.ts'
import { jobs } from './explained/jobs.ts'
import { model } from './explained/model.ts'
import { operations } from './explained/operations.ts'
import type { Change } from './instrument.ts'

const explained = [...archives, ...jobs, ...model, ...operations]

export function explanationOf(change: Change): string | undefined {
  return explained.find(({ changes }) => changes.some((it) => speaksOf(it, change)))?.why
}

function speaksOf([file, text, becomes]: ExplainedChange, { file: of, from, to }: Change): boolean {
  const [before, after] = [joined(from), joined(to)]
  const isText = text.endsWith(' …') ? before.startsWith(text.slice(0, -2)) : before === text
  return of.startsWith(file) && isText && (becomes ?? after) === after
}

function joined(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
