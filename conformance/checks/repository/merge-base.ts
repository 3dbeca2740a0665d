import fc from 'fast-check'
import { absentRefs, refsOf } from '../../arrange/refs.ts'
import { commitFolder, commitId } from '../../arrange/repository.ts'
import { hostileRefs } from '../../draw/folders.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, refuses, says, textIn } from '../../kit/expect.ts'
import { unlessClimbing } from '../../kit/later.ts'
import type { Stage } from '../../run/stage.ts'

const base = 'GET /projects/:id/repository/merge_base'

const commitFields = [
  ...['short_id', 'title', 'created_at', 'parent_ids', 'message', 'author_name', 'author_email'],
  ...['authored_date', 'committer_name', 'committer_email', 'committed_date', 'web_url'],
]

/** A tree of commits: for each one after the first how far back its parent lies. */
const trees = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 7 })

export const mergeBase = check({
  id: 'repository/merge-base',
  says: 'The merge base of several commits is their best common ancestor, in whatever order they are given',
  source: 'repository#merge-base, repository#merge-base-refs',
  level: 'must',
  covers: [base],
  over: () => fc.tuple(trees, fc.array(fc.nat(7), { minLength: 2, maxLength: 4 })),
  holds: async (stage, [distances, wanted]: [number[], number[]]) => {
    const { call, project } = stage
    const commits = await grown(stage, distances)
    const named = wanted.map((number) => number % commits.length)
    const expected = commits[lowestCommon(named, parentsOf(distances))] ?? ''
    for (const order of [named, [...named].reverse()]) {
      const refs = order.map((number, i) => (i % 2 === 0 ? (commits[number] ?? '') : `commit-${number}`))
      const reply = await call(base, { id: project.id, refs })
      answers(reply, 200)
      has(reply.row(), { id: expected, short_id: expected.slice(0, 8), message: 'Change files' }, reply)
      const read = await call('GET /projects/:id/repository/commits/:sha', { id: project.id, sha: expected })
      for (const field of commitFields) equals(field, reply.row()[field], read.row()[field], reply)
    }
    const joined = named.map((number) => `commit-${number}`).join(',')
    has((await call(base, { id: project.id, refs: joined })).row(), { id: expected })
  },
})

/** Commits of this shape, each with a branch of its own. */
async function grown(stage: Stage, distances: readonly number[]): Promise<readonly string[]> {
  const ids: string[] = []
  const parents = parentsOf(distances)
  for (const [number, parent] of parents.entries()) {
    const after = new Map([[`file-${number}`, '']])
    const from = parent === undefined ? {} : { from: `commit-${parent}` }
    ids.push(await commitId(stage, { branch: `commit-${number}`, after, ...from }))
  }
  return ids
}

function parentsOf(distances: readonly number[]): readonly (number | undefined)[] {
  return [undefined, ...distances.map((distance, i) => Math.max(0, i + 1 - distance))]
}

function lowestCommon(named: readonly number[], parents: readonly (number | undefined)[]): number {
  const lines = named.map((number) => {
    const line: number[] = []
    for (let at: number | undefined = number; at !== undefined; at = parents[at]) line.push(at)
    return line
  })
  return lines[0]?.find((number) => lines.every((line) => line.includes(number))) ?? 0
}

export const mergeBaseRefused = check({
  id: 'repository/merge-base-refused',
  says: 'A merge base needs two refs, and the answer names those that are unknown',
  source: 'repository#merge-base-refused',
  level: 'must',
  covers: [base],
  needs: { repository: true, found: true },
  readOnly: true,
  holds: async (stage) => {
    const { call, project } = stage
    const { id, branch } = project
    const [one = '', other = ''] = await absentRefs(stage)
    refuses(await call(base, { id }), 'refs is missing')
    says(await call(base, { id, refs: branch }), 400, 'Provide at least 2 refs')
    says(await call(base, { id, refs: [one] }), 400, 'Provide at least 2 refs')
    says(await call(base, { id, refs: [branch, one] }), 400, `Could not find ref: ${one}`)
    says(await call(base, { id, refs: `${other},${one}` }), 400, `Could not find refs: ${other}, ${one}`)
  },
})

export const mergeBaseRefUnknown = check({
  id: 'repository/merge-base-ref-unknown',
  says: 'A merge base with an unknown ref answers 400 and names the ref as it was sent',
  source: 'repository#merge-base-refused',
  level: 'must',
  covers: [base],
  needs: { repository: true, found: true },
  readOnly: true,
  each: () => hostileRefs.filter((ref) => ref.trim() === ref && ref !== ''),
  holds: async (stage, ref) => {
    const { call, project } = stage
    if ((await refsOf(stage)).includes(ref)) stage.unknown('a ref of that name is there')
    const reply = await call(base, { id: project.id, refs: [project.branch, ref] })
    await unlessClimbing(stage, reply, () => says(reply, 400, `Could not find ref: ${ref}`))
  },
})

export const mergeBaseAncestor = check({
  id: 'repository/merge-base-ancestor',
  says: 'The merge base of a commit with itself or with a later commit is that commit',
  source: 'repository#merge-base',
  level: 'must',
  covers: [base],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const { id, branch } = project
    const found = (refs: readonly string[]) =>
      call(base, { id, refs }).then((reply) => textIn(reply.row(), 'id'))
    const head = await found([branch, branch])
    await commitFolder(stage, { branch: 'later', from: branch, after: new Map([['later', '']]) })
    equals('the merge base', await found([branch, 'later']), head)
    equals('the merge base', await found(['later', branch]), head)
  },
})
