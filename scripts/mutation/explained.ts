import { alike } from './explained/alike.ts'
import { api } from './explained/api.ts'
import { archives } from './explained/archives.ts'
import { around } from './explained/around.ts'
import { entities } from './explained/entities.ts'
import type { ExplainedChange, Explanation } from './explained/explanation.ts'
import { jobs } from './explained/jobs.ts'
import { model } from './explained/model.ts'
import { operations } from './explained/operations.ts'
import { policy } from './explained/policy.ts'
import { protocol } from './explained/protocol.ts'
import type { Change } from './instrument.ts'

const everywhere: readonly Explanation[] = [
  {
    why: 'No value comes there: the compiler holds the cases before it to be all there are',
    changes: [['sim/', / satisfies never$/]],
  },
  {
    why: 'It says when long work rests',
    changes: [['sim/', /^pace\.\w+\(/]],
  },
  {
    why: 'Operations around the specification alone show it',
    changes: [
      'sim/api/shared/todo-items.ts',
      'sim/api/shared/uploaded-file.ts',
      'sim/api/shared/project-list.ts',
      'sim/entities/broadcast-message.ts',
      'sim/entities/container-repository.ts',
      'sim/jobs/delayed-job.ts',
      'sim/jobs/git-exchange.ts',
      'sim/jobs/git-import.ts',
      'sim/jobs/hooks/',
      'sim/model/badges/',
      'sim/model/jobs/script-course.ts',
      'sim/model/project-export/relation-exports.ts',
      'sim/model/repository/languages.ts',
      'sim/model/wikis/',
    ].map((file): ExplainedChange => [file, /./]),
  },
  {
    why: 'It says when a table that only saves time is emptied',
    changes: [['sim/', /^\w+\.size >=? REMEMBERED$/]],
  },
]

const explained = [
  ...everywhere,
  ...around,
  ...alike,
  ...api,
  ...archives,
  ...entities,
  ...jobs,
  ...model,
  ...operations,
  ...policy,
  ...protocol,
]

export function explanationOf(change: Change): string | undefined {
  return explained.find(({ changes }) => changes.some((it) => speaksOf(it, change)))?.why
}

function speaksOf([file, from, to]: ExplainedChange, change: Change): boolean {
  return (
    change.file.startsWith(file) && isLike(from, change.from) && (to === undefined || isLike(to, change.to))
  )
}

function isLike(wanted: string | RegExp, text: string): boolean {
  const whole = joined(text)
  if (wanted instanceof RegExp) return wanted.test(whole)
  return wanted.endsWith(' …') ? whole.startsWith(wanted.slice(0, -2)) : joined(wanted) === whole
}

function joined(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
