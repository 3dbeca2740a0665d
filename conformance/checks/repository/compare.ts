import fc from 'fast-check'
import { forkOf } from '../../arrange/records.ts'
import { commitFolder, commitId } from '../../arrange/repository.ts'
import { folders, hostileRefs } from '../../draw/folders.ts'
import { check } from '../../kit/check.ts'
import {
  answers,
  equals,
  has,
  holds,
  names,
  numberIn,
  refuses,
  rowIn,
  says,
  textIn,
} from '../../kit/expect.ts'
import { isRows, type Row } from '../../kit/json.ts'
import { hasLater, unlessClimbing } from '../../kit/later.ts'
import { compareBytes, type Folder } from '../../oracle/folder.ts'
import { patched } from '../../oracle/patch.ts'
import { nounMissing } from '../../oracle/texts.ts'
import { arranged, expectArranged } from '../../run/stage.ts'

const compare = 'GET /projects/:id/repository/compare'

const missing = nounMissing('Ref')

const commitFields = [
  ...['id', 'short_id', 'created_at', 'parent_ids', 'title', 'message', 'author_name', 'author_email'],
  ...['authored_date', 'committer_name', 'committer_email', 'committed_date', 'web_url'],
]

export const compareSame = check({
  id: 'repository/compare-same',
  says: 'A comparison of a commit with itself is empty and shows `compare_same_ref` as true',
  source: 'repository#compare-same',
  level: 'must',
  covers: [compare],
  over: () => folders,
  share: 0.5,
  holds: async (stage, folder) => {
    const { call, project } = stage
    const sha = await commitId(stage, { branch: project.branch, after: folder })
    for (const straight of [undefined, true, false])
      for (const [from, to] of [
        [sha, sha],
        [project.branch, sha],
        [sha, project.branch],
      ] as const) {
        const reply = await call(compare, { id: project.id, from, to, straight })
        const empty = { commit: null, commits: [], diffs: [], compare_timeout: false, compare_same_ref: true }
        has(reply.row(), empty, reply)
      }
  },
})

export const compareDiffs = check({
  id: 'repository/compare-diffs',
  says: 'The diffs of a comparison turn the files of one side into those of the other, each file once',
  source:
    'repository#diff, repository#diff-modes, repository#diff-text, repository#compare-backwards, repository#straight, repository#later-collapsed',
  level: 'must',
  covers: [compare],
  over: () => fc.tuple(folders, folders),
  holds: async (stage, [before, after]: [Folder, Folder]) => {
    const { call, project } = stage
    const from = await commitId(stage, { branch: project.branch, after: before })
    const other = new Map([...after, ['always different', '']])
    const to = await commitId(stage, { branch: project.branch, before, after: other })
    const forth = await call(compare, { id: project.id, from, to })
    leads(before, other, diffsOf(forth.row()))
    for (const diff of diffsOf(forth.row()))
      await hasLater(
        stage,
        diff,
        { 'repository#later-collapsed': { collapsed: ['boolean'], too_large: ['boolean'] } },
        forth,
      )
    has(forth.row(), { compare_timeout: false, compare_same_ref: false }, forth)
    const back = await call(compare, { id: project.id, from: to, to: from, straight: true })
    leads(other, before, diffsOf(back.row()))
    has(back.row(), { commits: [], commit: null }, back)
    const nothing = await call(compare, { id: project.id, from: to, to: from })
    has(nothing.row(), { commits: [], commit: null, diffs: [], compare_same_ref: false }, nothing)
  },
})

function diffsOf(row: Row): readonly Row[] {
  holds(isRows(row.diffs), 'diffs are an array of objects', row.diffs)
  return row.diffs
}

/** Applies the diffs to the one folder and expects the other. */
function leads(before: Folder, after: Folder, diffs: readonly Row[]): void {
  const result = new Map(before)
  for (const diff of diffs)
    if (diff.deleted_file || diff.renamed_file) result.delete(textIn(diff, 'old_path'))
  for (const diff of diffs) {
    const [old, young] = [textIn(diff, 'old_path'), textIn(diff, 'new_path')]
    equals('renamed_file', diff.renamed_file, old !== young)
    equals('the mode before', diff.a_mode, diff.new_file ? '0' : '100644')
    equals('the mode after', diff.b_mode, diff.deleted_file ? '0' : '100644')
    equals('new_file', diff.new_file, !before.has(old))
    equals('deleted_file', diff.deleted_file, !after.has(young))
    const made = patched(before.get(old) ?? '', textIn(diff, 'diff'))
    holds(made !== undefined, `the diff of ${old} fits`, diff.diff)
    if (diff.deleted_file) equals(`what is left of ${old}`, made, '')
    else result.set(young, made)
  }
  const sorted = (folder: Folder) =>
    [...folder].sort(([a], [b]) => compareBytes(a, b)).map((file) => [...file])
  equals('the files that the diffs lead to', sorted(result), sorted(after))
  const paths = diffs.map((diff) => textIn(diff, 'new_path'))
  equals('the order of the files', paths, [...new Set(paths)].sort(compareBytes))
}

export const compareCommits = check({
  id: 'repository/compare-commits',
  says: 'A comparison lists the commits that only `to` has, oldest first, and shows the newest as `commit`',
  source:
    'repository#compare-commits, repository#straight, repository#compare-web-url, repository#later-straight, repository#comparison, repository#full-commits',
  level: 'must',
  covers: [compare],
  over: () => fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 1, max: 4 })),
  share: 0.5,
  holds: async (stage, [ours, theirs]: [number, number]) => {
    const { call, project } = stage
    const { branch } = project
    const root = new Map([['root', '']])
    const base = await commitId(stage, { branch, after: root })
    const topic = []
    for (let i = 0; i < theirs; i++)
      topic.push(
        await commitId(stage, {
          branch: 'topic',
          after: new Map([[`topic-${i}`, `${i}`]]),
          ...(i === 0 && { from: branch }),
        }),
      )
    for (let i = 0; i < ours; i++)
      await commitFolder(stage, { branch, after: new Map([[`main-${i}`, `${i}`]]) })
    const main = await call('GET /projects/:id/repository/branches/:branch', { id: project.id, branch })
    const head = textIn(rowIn(main.row(), 'commit'), 'id')
    for (const straight of [false, true]) {
      const reply = await call(compare, { id: project.id, from: branch, to: 'topic', straight })
      const row = reply.row()
      holds(isRows(row.commits), 'commits are objects', row.commits, reply)
      equals(
        'the commits',
        row.commits.map(({ id }) => id ?? null),
        topic,
        reply,
      )
      equals('the commit', row.commit, row.commits.at(-1), reply)
      names(row, ['compare_timeout', 'compare_same_ref', 'web_url'], reply)
      for (const commit of row.commits) names(commit, commitFields, reply)
      const link = `${project.path}/-/compare/${straight ? head : base}...${topic.at(-1)}`
      const ends = (query: string) =>
        holds(textIn(row, 'web_url').endsWith(link + query), `it ends in ${link}${query}`, row.web_url, reply)
      await stage.changed('repository#later-straight', {
        before: () => ends(''),
        after: () => ends(straight ? '?straight=true' : ''),
      })
      const paths = diffsOf(row).map(({ new_path }) => String(new_path))
      const own = topic.map((_, i) => `topic-${i}`)
      const gone = straight ? Array.from({ length: ours }, (_, i) => `main-${i}`) : []
      // Files of one line each may count as renamed, so only the new sides are sure.
      equals(
        'the new files',
        paths.filter((path) => own.includes(path)),
        own,
        reply,
      )
      holds(
        paths.every((path) => [...own, ...gone].includes(path)),
        'no other files differ',
        paths,
        reply,
      )
    }
  },
})

export const compareRefused = check({
  id: 'repository/compare-refused',
  says: 'A comparison needs both refs, and an unknown ref answers 404 `404 Ref Not Found`',
  source: 'repository#compare-refused',
  level: 'must',
  covers: [compare],
  needs: { repository: true, found: true },
  readOnly: true,
  each: () => hostileRefs.filter((ref) => ref.trim() !== ''),
  holds: async (stage, ref) => {
    const { call, project } = stage
    const { id, branch } = project
    refuses(await call(compare, { id }), 'from is missing, to is missing')
    const alone = await call(compare, { id, from: ref })
    await unlessClimbing(stage, alone, () => refuses(alone, 'to is missing'))
    for (const refs of [
      { from: ref, to: branch },
      { from: branch, to: ref },
    ]) {
      const reply = await call(compare, { id, ...refs })
      await unlessClimbing(stage, reply, () => answers(reply, missing.status, missing.body))
    }
  },
})

export const compareBlanks = check({
  id: 'repository/compare-blanks',
  says: 'Blanks around the refs of a comparison do not count',
  source: 'repository#compare-refs',
  level: 'should',
  covers: [compare],
  needs: { repository: true, found: true },
  readOnly: true,
  holds: async ({ call, project }) => {
    const { id, branch } = project
    answers(await call(compare, { id, from: ` ${branch} `, to: `\t${branch}` }), 200)
  },
})

export const compareFork = check({
  id: 'repository/compare-fork',
  says: 'A fork is compared with its source; a comparison with any other project is refused',
  source: 'repository#compare-project',
  level: 'must',
  covers: [compare],
  needs: { repository: true, role: 'reporter' },
  holds: async (stage) => {
    const { call, project } = stage
    const fork = numberIn(await forkOf(stage, 'reporter'), 'id')
    const actions = [{ action: 'create', file_path: 'offer.txt', content: 'offer\n' }]
    const commit = { branch: 'offer', start_branch: project.branch, commit_message: 'Offer', actions }
    const made = arranged(await call('POST /projects/:id/repository/commits', { id: fork, ...commit }))
    const both = { from: project.branch, to: 'offer' }
    const reply = await call(compare, { id: fork, ...both, from_project_id: project.id })
    has(rowIn(reply.row(), 'commit'), { id: made.id ?? null }, reply)
    equals(
      'the files',
      diffsOf(reply.row()).map(({ new_path }) => new_path ?? null),
      ['offer.txt'],
      reply,
    )
    // The branch is the fork's own: only there it names something.
    const back = { id: project.id, from: 'offer', to: project.branch, from_project_id: fork, straight: true }
    const behind = await call(compare, back)
    answers(behind, 200)
    const [lost = {}] = diffsOf(behind.row())
    has(lost, { old_path: 'offer.txt', deleted_file: true }, behind)
    const stray = arranged(await call('POST /projects', { name: `${stage.prefix}-stray` }))
    for (const other of [numberIn(stray, 'id'), 987_654_321]) {
      const refused = await call(compare, { id: fork, ...both, from_project_id: other })
      says(refused, 400, `Target project id:${other} is not a fork of project id:${fork}`)
    }
  },
})

export const comparePrivateFork = check({
  id: 'repository/compare-private-fork',
  says: 'A comparison with a fork that the caller may not read is refused as one with any other project',
  source: 'repository#compare-project',
  level: 'must',
  covers: [compare],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    const fork = numberIn(await forkOf(stage, 'developer'), 'id')
    const both = { id, from: project.branch, to: project.branch, from_project_id: fork }
    answers(await call(compare, both, { as: 'developer' }), 200)
    const refused = await call(compare, both, { as: 'reporter' })
    says(refused, 400, `Target project id:${fork} is not a fork of project id:${id}`)
  },
})

export const compareArchivedFork = check({
  id: 'repository/compare-archived-fork',
  says: 'A comparison with an archived fork is refused',
  source: 'repository#compare-project',
  level: 'should',
  covers: [compare],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    const fork = numberIn(await forkOf(stage), 'id')
    const both = { id, from: project.branch, to: project.branch, from_project_id: fork }
    answers(await call(compare, both), 200)
    expectArranged(await call('POST /projects/:id/archive', { id: fork }))
    says(await call(compare, both), 400, `Target project id:${fork} is not a fork of project id:${id}`)
  },
})
