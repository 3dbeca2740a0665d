import fc from 'fast-check'
import { assignJob, runner } from '../../arrange/runners.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, refuses, says, textIn } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import { arranged, expectArranged } from '../../run/stage.ts'
import { type Role, roles } from '../../targets/target.ts'
import { date, history, notesOf } from './changelog-history.ts'

const path = '/projects/:id/repository/changelog'

const read = `GET ${path}`

const write = `POST ${path}`

/** The titles that notes link, in their order. */
function titlesIn(notes: string): readonly string[] {
  return [...notes.matchAll(/^- \[([^\]]*)\]/gm)].map(([, title]) => title ?? '')
}

const categories = fc.constantFrom('added', 'fixed', 'Größe', 'other thing')

const commits = fc.array(fc.option(categories), { minLength: 0, maxLength: 7 })

export const changelogNotes = check({
  id: 'repository/changelog-notes',
  says: 'A changelog lists the commits that carry the trailer by category, newest first, each with its reference',
  source: 'repository#changelog-notes, repository#changelog-order, repository#changelog-commits',
  level: 'should',
  covers: [read],
  over: () => commits,
  share: 0.5,
  holds: async (stage, drawn: (string | null)[]) => {
    const { call, project } = stage
    const messages = drawn.map((category, i) =>
      category === null ? `Title ${i}` : `Title ${i}\n\nChangelog: ${category}`,
    )
    const [from = '', ...ids] = await history(stage, messages)
    const reply = await call(read, { id: project.id, version: '1.0.0', from, date })
    const link = (i: number) => `- [Title ${i}](${project.path}@${ids[i]})`
    equals('the notes', notesOf(reply), expectedNotes(drawn, link), reply)
  },
})

function expectedNotes(drawn: readonly (string | null)[], link: (number: number) => string): string {
  const gathered = new Map<string, string[]>()
  for (const [number, category] of [...drawn.entries()].reverse())
    if (category !== null) gathered.set(category, [...(gathered.get(category) ?? []), link(number)])
  const sections = [...gathered].map(([category, lines]) => {
    const count = lines.length === 1 ? '1 change' : `${lines.length} changes`
    return `### ${category} (${count})\n\n${lines.join('\n')}\n`
  })
  const body = sections.length === 0 ? 'No changes.\n' : sections.join('\n')
  return `## 1.0.0 (${date})\n\n${body}`
}

export const changelogCharacters = check({
  id: 'repository/changelog-characters',
  says: 'A changelog file is written in UTF-8, with all characters of the titles',
  source: 'repository#changelog-commits',
  level: 'must',
  covers: [write],
  holds: async (stage) => {
    const { call, project } = stage
    const title = 'Größe 日本 ✓'
    const [from = ''] = await history(stage, [`${title}\n\nChangelog: added`])
    const wish = { id: project.id, version: '1.0.0', from, date }
    const notes = notesOf(await call(read, wish))
    holds(notes.includes(`[${title}]`), 'the notes have the title', notes)
    answers(await call(write, { ...wish, branch: project.branch }), 200)
    const place = { id: project.id, file_path: 'CHANGELOG.md', ref: project.branch }
    const file = await call('GET /projects/:id/repository/files/:file_path/raw', place)
    holds(file.text.includes(notes.trimEnd()), 'the file has the notes', file.text, file)
  },
})

export const changelogRange = check({
  id: 'repository/changelog-range',
  says: 'A changelog excludes the commit in `from` and includes the one in `to`',
  source: 'repository#changelog-range',
  level: 'must',
  covers: [read],
  holds: async (stage) => {
    const { call, project } = stage
    const messages = ['One', 'Two', 'Three'].map((title) => `${title}\n\nChangelog: added`)
    const [begin = '', one = '', two = ''] = await history(stage, messages)
    const titles = async (params: Params) =>
      titlesIn(notesOf(await call(read, { id: project.id, version: '1.0.0', ...params })))
    equals('all of it', await titles({ from: begin }), ['Three', 'Two', 'One'])
    equals('without its begin', await titles({ from: one }), ['Three', 'Two'])
    equals('up to its end', await titles({ from: begin, to: two }), ['Two', 'One'])
    equals('nothing', await titles({ from: two, to: two }), [])
  },
})

export const changelogTrailer = check({
  id: 'repository/changelog-trailer',
  says: '`trailer` selects the commits of a changelog by another trailer, whose case counts',
  source: 'repository#changelog-commits, repository#changelog-params',
  level: 'must',
  covers: [read],
  holds: async (stage) => {
    const { call, project } = stage
    const messages = ['Usual\n\nChangelog: added', 'Other\n\nNews: added', 'Lower\n\nnews: added']
    const [from = ''] = await history(stage, messages)
    const titles = async (params: Params) =>
      titlesIn(notesOf(await call(read, { id: project.id, version: '1.0.0', from, ...params })))
    equals('the usual one', await titles({}), ['Usual'])
    equals('of News', await titles({ trailer: 'News' }), ['Other'])
    equals('of news', await titles({ trailer: 'news' }), ['Lower'])
  },
})

export const changelogReverts = check({
  id: 'repository/changelog-reverts',
  says: 'A changelog leaves out commits that a later commit reverts',
  source: 'repository#changelog-reverts',
  level: 'must',
  covers: [read],
  holds: async (stage) => {
    const { call, project } = stage
    const [from = '', kept = ''] = await history(stage, [
      'Kept\n\nChangelog: added',
      'Gone\n\nChangelog: added',
    ])
    const commit = async (number: number, message: string) => {
      const actions = [{ action: 'create', file_path: `later-${number}`, content: '' }]
      const params = { id: project.id, branch: project.branch, commit_message: message, actions } as Params
      return arranged(await call('POST /projects/:id/repository/commits', params))
    }
    const log = (await call('GET /projects/:id/repository/commits', { id: project.id })).rows()
    await commit(1, `Revert "Gone"\n\nThis reverts commit ${textIn(log[0] ?? {}, 'id')}`)
    const reply = await call(read, { id: project.id, version: '1.0.0', from })
    equals('what is left', titlesIn(notesOf(reply)), ['Kept'], reply)
    await commit(2, `Revert "Kept"\n\nThis reverts commit ${kept}`)
    const after = await call(read, { id: project.id, version: '1.0.0', from, date })
    equals('the notes', notesOf(after), `## 1.0.0 (${date})\n\nNo changes.\n`, after)
  },
})

export const changelogTags = check({
  id: 'repository/changelog-tags',
  says: 'Without `from` a changelog starts at the tag of the highest stable version below its own',
  source: 'repository#changelog-tags, repository#changelog-errors',
  level: 'must',
  covers: [read],
  holds: async (stage) => {
    const { call, project } = stage
    const messages = ['One', 'Two', 'Three', 'Four'].map((title) => `${title}\n\nChangelog: added`)
    const [, one = '', two = '', three = ''] = await history(stage, messages)
    const tag = async (tag_name: string, ref: string) =>
      answers(await call('POST /projects/:id/repository/tags', { id: project.id, tag_name, ref }), 201)
    await tag('v1.9.0', one)
    await tag('1.10.0', two)
    await tag('v1.11.0-rc.1', three)
    await tag('v2.0.0-rc.1', three)
    const titles = async (version: string) => titlesIn(notesOf(await call(read, { id: project.id, version })))
    equals('of 2.0.0', await titles('2.0.0'), ['Four', 'Three'])
    equals('of v1.10.1', await titles('v1.10.1'), ['Four', 'Three'])
    equals('of 1.10.0', await titles('1.10.0'), ['Four', 'Three', 'Two'])
    const none = await call(read, { id: project.id, version: '1.9.0' })
    says(none, 422, unspecified)
  },
})

const unspecified =
  'Failed to generate the changelog: The commit start range is unspecified, and no previous tag could be found to use instead'

export const changelogWrite = check({
  id: 'repository/changelog-write',
  says: 'Writing a changelog answers 200 and commits the notes that reading it shows, once; reading it commits nothing',
  source:
    'repository#changelog-write, repository#changelog-twice, repository#changelog-commit, repository#changelog-read',
  level: 'must',
  covers: [write, read],
  holds: async (stage) => {
    const { call, project, differs } = stage
    const [from = ''] = await history(stage, ['One\n\nChangelog: added', 'Two\n\nChangelog: fixed'])
    const { id, branch } = project
    const section = { id, version: '1.0.0', from, date }
    const latest = async () => (await call('GET /projects/:id/repository/commits', { id })).rows()[0]?.id
    const untouched = await latest()
    const notes = notesOf(await call(read, section))
    equals('the last commit after a read', await latest(), untouched)
    const reply = await call(write, { ...section, file: 'docs/NEWS.md', message: 'Tell the news' })
    answers(reply, 200)
    await differs('S9', {
      specification: () => has(reply.json as Row, { notes }),
      real: () => equals('the body', reply.json, 200, reply),
    })
    const file = { id, file_path: 'docs/NEWS.md', ref: branch }
    const raw = () => call('GET /projects/:id/repository/files/:file_path/raw', file)
    const written = await raw()
    answers(written, 200)
    equals('what was written', written.text, notes, written)
    const head = (await call('GET /projects/:id/repository/commits', { id })).rows()[0] ?? {}
    has(head, { message: 'Tell the news' })
    answers(await call(write, { ...section, file: 'docs/NEWS.md' }), 200)
    equals('what is there after the same once more', (await raw()).text, notes)
    const again = (await call('GET /projects/:id/repository/commits', { id })).rows()[0] ?? {}
    equals('the last commit', again.id, head.id)
  },
})

export const changelogWriteChosen = check<Params>({
  id: 'repository/changelog-write-chosen',
  says: 'Writing a changelog takes `to`, `trailer` and `config_file` as reading it does',
  source: 'repository#changelog-write, repository#changelog-range, repository#changelog-params',
  level: 'must',
  covers: [write],
  each: () => [{ to: 'one' }, { trailer: 'News' }, { config_file: 'docs/other.yml' }],
  holds: async (stage, { to, ...chosen }) => {
    const { call, project } = stage
    const { id, branch } = project
    const messages = ['One\n\nChangelog: added', 'Two\n\nChangelog: added', 'Three\n\nNews: added']
    const [from = '', one = ''] = await history(stage, messages)
    const content = 'categories:\n  added: Novelties\n'
    const actions = [{ action: 'create', file_path: 'docs/other.yml', content }]
    const added = { id, branch, commit_message: 'Add docs/other.yml', actions } as Params
    arranged(await call('POST /projects/:id/repository/commits', added))
    const section = { id, version: '1.0.0', from, date }
    const wished = { ...section, ...(to === undefined ? {} : { to: one }), ...chosen }
    const notes = notesOf(await call(read, wished))
    holds(notes !== notesOf(await call(read, section)), 'what is chosen changes the notes', notes)
    answers(await call(write, wished), [200, 201])
    const file = { id, file_path: 'CHANGELOG.md', ref: branch }
    const raw = await call('GET /projects/:id/repository/files/:file_path/raw', file)
    equals('what was written', raw.text, notes, raw)
  },
})

export const changelogSectionOrder = check({
  id: 'repository/changelog-section-order',
  says: 'The sections of a changelog file are ordered from the highest version to the lowest, in whatever order they are written',
  source: 'repository#changelog-file',
  level: 'must',
  covers: [write],
  over: () =>
    fc.shuffledSubarray(['0.9.0', '1.0.0', '1.2.0', '1.10.0', '2.0.0'], { minLength: 2, maxLength: 5 }),
  share: 0.3,
  holds: async (stage, versions: string[]) => {
    const { call, project } = stage
    const [from = ''] = await history(stage, [])
    const { id, branch } = project
    for (const version of versions) answers(await call(write, { id, version, from, date }), [200, 201])
    const file = { id, file_path: 'CHANGELOG.md', ref: branch }
    const { text } = await call('GET /projects/:id/repository/files/:file_path/raw', file)
    const order = ['2.0.0', '1.10.0', '1.2.0', '1.0.0', '0.9.0'].filter((version) =>
      versions.includes(version),
    )
    const sections = order.map((version) => `## ${version} (${date})\n\nNo changes.\n`)
    equals('the file', text, sections.join('\n'))
  },
})

export const changelogRefused = check({
  id: 'repository/changelog-refused',
  says: 'A changelog without a valid version, with an invalid date, or without a start of its range is refused',
  source: 'repository#changelog-refused, repository#changelog-errors',
  level: 'must',
  covers: [read, write],
  needs: { repository: true },
  readOnly: true,
  each: () => [read, write],
  holds: async ({ call, project: { id } }, operation) => {
    refuses(await call(operation, { id }), 'version is missing')
    for (const version of ['', '1', '1.0', 'one.two.three'])
      refuses(await call(operation, { id, version }), 'version is invalid')
    refuses(await call(operation, { id, version: '1.0.0', date: 'soon' }), 'date is invalid')
    says(await call(operation, { id, version: '1.0.0' }), 422, unspecified)
  },
})

export const changelogDefaults = check({
  id: 'repository/changelog-defaults',
  says: "By default a changelog is written to `CHANGELOG.md` on the default branch, with today's date and the message `Add changelog for version X`",
  source: 'repository#changelog-params',
  level: 'must',
  covers: [write],
  each: () => ['1.0.0', 'v1.0.0'],
  holds: async (stage, version) => {
    const { call, project } = stage
    const { id, branch: ref } = project
    const [from = ''] = await history(stage, ['One\n\nChangelog: added'])
    answers(await call(write, { id, version, from }), [200, 201])
    const raw = await call('GET /projects/:id/repository/files/:file_path/raw', {
      id,
      file_path: 'CHANGELOG.md',
      ref,
    })
    answers(raw, 200)
    const [head = {}] = (await call('GET /projects/:id/repository/commits', { id })).rows()
    equals('the message', head.title, `Add changelog for version ${version}`)
    const today = textIn(head, 'created_at').slice(0, 10)
    const heading = raw.text.split('\n', 1)[0]
    await stage.changed('repository#later-changelog-version', {
      before: () => equals('the heading', heading, `## ${version} (${today})`, raw),
      after: () => equals('the heading', heading, `## ${version.replace(/^v/, '')} (${today})`, raw),
    })
  },
})

export const changelogBranch = check({
  id: 'repository/changelog-branch',
  says: 'A changelog is written to the given branch only and lists the commits up to the head of that branch',
  source: 'repository#changelog-params, repository#changelog-commit',
  level: 'must',
  covers: [write],
  holds: async (stage) => {
    const { call, project } = stage
    const [from = ''] = await history(stage, ['One\n\nChangelog: added'])
    const { id } = project
    const actions = [{ action: 'create', file_path: 'beside.txt', content: '' }]
    const beside = { id, branch: 'beside', start_branch: project.branch, actions } as Params
    const commit_message = 'Beside\n\nChangelog: fixed'
    arranged(await call('POST /projects/:id/repository/commits', { ...beside, commit_message }))
    answers(await call(write, { id, version: '1.0.0', from, date, branch: 'beside' }), [200, 201])
    const raw = (ref: string) =>
      call('GET /projects/:id/repository/files/:file_path/raw', { id, file_path: 'CHANGELOG.md', ref })
    equals('what the branch tells of', titlesIn((await raw('beside')).text), ['Beside', 'One'])
    answers(await raw(project.branch), 404)
  },
})

/** The refusal of each role; undefined for those that may. The default branch is protected, the other one is not. */
const writers: { readonly [branch: string]: readonly Role[] } = {
  default: ['admin', 'owner', 'maintainer'],
  beside: ['admin', 'owner', 'maintainer', 'developer'],
}

export const changelogRights = check<readonly [role: Role, branch: string]>({
  id: 'repository/changelog-rights',
  says: 'Callers who may push to the branch write a changelog: Developers, and Maintainers where the branch is protected',
  source: 'repository#changelog-rights, repository#refusals',
  level: 'must',
  covers: [write],
  needs: { repository: true },
  each: () => Object.keys(writers).flatMap((branch) => roles.map((role) => [role, branch] as const)),
  holds: async (stage, [as, where]) => {
    const { call, project } = stage
    if (as !== 'anonymous' && !stage.has(as)) return stage.observe('no credential to try', as)
    const { id, branch: main } = project
    if (where !== 'default')
      expectArranged(
        await call(
          'POST /projects/:id/repository/branches',
          { id, branch: where, ref: main },
          { as: 'owner' },
        ),
      )
    const branch = where === 'default' ? main : where
    const reply = await call(write, { id, version: '1.0.0', from: main, branch }, { as })
    if (writers[where]?.includes(as)) holds(reply.status < 300, `${as} may`, reply.status, reply)
    else if (as === 'stranger' || as === 'anonymous') answers(reply, [401, 404])
    else if (as === 'guest') says(reply, 403, '403 Forbidden')
    else says(reply, 403, '403 Forbidden - You are not allowed to commit a changelog on this branch')
  },
})

export const changelogByJob = check({
  id: 'repository/changelog-by-job',
  says: 'From 17.7 on a job token generates a changelog, and before it counts as none; it never adds one',
  source: 'repository#later-changelog-by-job',
  level: 'must',
  covers: [read, write],
  needs: { repository: true },
  holds: async (stage) => {
    const { token } = await assignJob(stage, await runner(stage, { tag_list: 'writer' }), 'writer')
    const { id } = stage.project
    const sent = { id, version: '1.0.0' }
    const byJob = { as: 'anonymous', headers: { 'job-token': token } } as const
    const [from = ''] = await history(stage, ['One'])
    const reply = await stage.call(read, { ...sent, from }, byJob)
    await stage.changed('repository#later-changelog-by-job', {
      before: () => answers(reply, 404),
      after: () => answers(reply, 200),
    })
    const { status } = await stage.call(write, sent, byJob)
    holds([401, 404].includes(status), 'it adds none', status)
  },
})
