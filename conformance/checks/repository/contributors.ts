import fc from 'fast-check'
import { mergeRequest, named } from '../../arrange/records.ts'
import { commitFolder } from '../../arrange/repository.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, numberIn, refuses, textIn } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import type { Folder } from '../../oracle/folder.ts'
import { arranged } from '../../run/stage.ts'

const contributors = 'GET /projects/:id/repository/contributors'

const people = ['ada', 'Ben', 'cleo', 'Dan'] as const

const authors = fc.array(fc.constantFrom(...people), { minLength: 1, maxLength: 8 })

export const contributorsCheck = check({
  id: 'repository/contributors',
  says: 'Contributors are the authors of the default branch by e-mail address with the number of their commits, by default the fewest first',
  source: 'repository#contributors, repository#contributors-order',
  level: 'must',
  covers: [contributors],
  over: () => authors,
  holds: async (stage, names) => {
    const { call, project } = stage
    let before: Folder = new Map()
    for (const [i, name] of names.entries()) {
      const after = new Map([['file', `${i}\n`]])
      const more = { author_name: `${name} ${i}`, author_email: `${name}@example.com` }
      await commitFolder(stage, { branch: project.branch, before, after, more })
      before = after
    }
    const expected = people.flatMap((name): Row[] => {
      const commits = names.filter((each) => each === name).length
      const last = `${name} ${names.lastIndexOf(name)}`
      const row = { name: last, email: `${name}@example.com`, commits, additions: 0, deletions: 0 }
      return commits === 0 ? [] : [row]
    })
    const usual = await call(contributors, { id: project.id })
    const whole = usual.rows()
    equals('the commits in all', sum(whole), names.length, usual)
    equals('the contributors', byEmail(whole), byEmail(expected), usual)
    ordered(
      whole.map((row) => numberIn(row, 'commits')),
      'asc',
    )
    for (const sort of ['asc', 'desc'])
      for (const order_by of ['commits', 'name', 'email']) {
        const reply = await call(contributors, { id: project.id, order_by, sort })
        equals('the contributors', byEmail(reply.rows()), byEmail(expected), reply)
        ordered(
          reply
            .rows()
            .map((row) => (order_by === 'commits' ? numberIn(row, order_by) : lower(row, order_by))),
          sort,
        )
      }
  },
})

function sum(rows: readonly Row[]): number {
  return rows.reduce((total, row) => total + numberIn(row, 'commits'), 0)
}

function byEmail(rows: readonly Row[]): readonly Row[] {
  return [...rows].sort((a, b) => (lower(a, 'email') < lower(b, 'email') ? -1 : 1))
}

function lower(row: Row, field: string): string {
  return textIn(row, field).toLowerCase()
}

function ordered(values: readonly (number | string)[], sort: string): void {
  const sorted = values.every((value, i) => {
    const previous = values[i - 1] ?? value
    return sort === 'asc' ? previous <= value : previous >= value
  })
  holds(sorted, `the order is ${sort}`, values)
}

export const contributorsDefaultBranch = check({
  id: 'repository/contributors-default-branch',
  says: 'Authors of commits that are only on another branch are no contributors',
  source: 'repository#contributors',
  level: 'should',
  covers: [contributors],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const before = await call(contributors, { id: project.id })
    const more = { author_name: 'Elsewhere', author_email: 'elsewhere@example.com' }
    const after = new Map([['elsewhere', '']])
    await commitFolder(stage, { branch: 'other', from: project.branch, after, more })
    answers(await call(contributors, { id: project.id }), 200, before.json ?? null)
    for (const row of before.rows()) has(row, { additions: 0, deletions: 0 }, before)
  },
})

export const contributorsOrderRefused = check({
  id: 'repository/contributors-order-refused',
  says: 'An unknown order of contributors answers 400',
  source: 'repository#contributors-order',
  level: 'must',
  covers: [contributors],
  needs: { repository: true, found: true },
  readOnly: true,
  holds: async ({ call, project: { id } }) => {
    refuses(await call(contributors, { id, order_by: 'lines' }), 'order_by does not have a valid value')
    refuses(await call(contributors, { id, sort: 'up' }), 'sort does not have a valid value')
  },
})

export const contributorsMerges = check({
  id: 'repository/contributors-merges',
  says: 'The commit that a merge makes counts for no contributor',
  source: 'repository#contributors',
  level: 'should',
  covers: [contributors],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const total = async () => sum((await call(contributors, { id: project.id })).rows())
    const before = await total()
    const row = await mergeRequest(stage, { branch: 'topic', as: 'owner' })
    const path = '/projects/:id/merge_requests/:merge_request_iid/merge'
    const merged = arranged(await call(`PUT ${path}`, named(stage, row)))
    if (merged.merge_commit_sha == null) return stage.skip('a merge makes no commit here')
    equals('the commits in all', await total(), before + 1)
  },
})
