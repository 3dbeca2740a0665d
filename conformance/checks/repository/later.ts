import { branch, commit, forkOf } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, holds, numberIn, refuses, says, textIn } from '../../kit/expect.ts'
import { isRows } from '../../kit/json.ts'
import { hasLater } from '../../kit/later.ts'
import { expectArranged } from '../../run/stage.ts'

const compare = 'GET /projects/:id/repository/compare'
const contributors = 'GET /projects/:id/repository/contributors'
const tree = 'GET /projects/:id/repository/tree'
const changelog = 'GET /projects/:id/repository/changelog'
const needs = { repository: true } as const

export const unifiedDiffs = check({
  id: 'repository/unified-diffs',
  says: 'From 16.5 on a diff begins with the lines that name both files where `unidiff` is sent',
  source: 'repository#later-unidiff',
  level: 'must',
  covers: [compare, 'GET /projects/:id/repository/commits/:sha/diff'],
  needs,
  holds: async (stage) => {
    const { id, branch: from } = stage.project
    await branch(stage, 'topic')
    const sha = await commit(stage, { branch: 'topic', path: 'new.txt', content: 'one\n' })
    const compared = await stage.call(compare, { id, from, to: 'topic', unidiff: true })
    const single = await stage.call('GET /projects/:id/repository/commits/:sha/diff', {
      id,
      sha,
      unidiff: true,
    })
    const { diffs } = compared.row()
    for (const [row, reply] of [
      [(isRows(diffs) ? diffs : [])[0] ?? {}, compared],
      [single.rows()[0] ?? {}, single],
    ] as const) {
      const text = textIn(row, 'diff')
      await stage.changed('repository#later-unidiff', {
        before: () => equals('the diff', text, '@@ -0,0 +1 @@\n+one\n', reply),
        after: () => equals('the diff', text, '--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+one\n', reply),
      })
    }
  },
})

export const generatedFile = check({
  id: 'repository/generated-file',
  says: 'From 16.9 on a diff tells whether a program wrote the file',
  source: 'repository#later-generated-file',
  level: 'should',
  covers: [compare],
  needs,
  holds: async (stage) => {
    const { id, branch: from } = stage.project
    await branch(stage, 'topic')
    await commit(stage, { branch: 'topic', path: 'new.txt', content: 'one\n' })
    const reply = await stage.call(compare, { id, from, to: 'topic' })
    const { diffs } = reply.row()
    const later = { 'repository#later-generated-file': { generated_file: ['boolean'] } } as const
    await hasLater(stage, (isRows(diffs) ? diffs : [])[0] ?? {}, later, reply)
  },
})

export const contributorsOfRef = check({
  id: 'repository/contributors-of-ref',
  says: 'From 17.4 on contributors are those of `ref`, and of the default branch before',
  source: 'repository#later-contributors-ref',
  level: 'must',
  covers: [contributors],
  needs,
  holds: async (stage) => {
    const { id } = stage.project
    const commits = async (ref?: string) => {
      const reply = await stage.call(contributors, { id, ref })
      answers(reply, 200)
      return reply.rows().reduce((sum, row) => sum + Number(row.commits), 0)
    }
    const before = await commits()
    await branch(stage, 'topic')
    await commit(stage, { branch: 'topic', path: 'new.txt' })
    equals('the commits of the default branch', await commits(), before)
    const there = await commits('topic')
    await stage.changed('repository#later-contributors-ref', {
      before: () => equals('the commits', there, before),
      after: () => equals('the commits of the branch', there, before + 1),
    })
  },
})

export const changelogOfRelease = check({
  id: 'repository/changelog-of-release',
  says: 'From 17.0 on the heading of a changelog drops the `v` of its version, and from 18.2 on its configuration is read at `config_file_ref`',
  source: 'repository#later-changelog-version, repository#later-config-ref',
  level: 'should',
  covers: [changelog],
  needs,
  holds: async (stage) => {
    const { id, branch: main } = stage.project
    const from = await commit(stage, { branch: main, path: 'first.txt' })
    await commit(stage, { branch: main, path: 'second.txt', message: 'Second\n\nChangelog: added' })
    await branch(stage, 'settings')
    await commit(stage, {
      branch: 'settings',
      path: '.gitlab/changelog_config.yml',
      content: 'date_format: "%Y"\n',
    })
    const asked = { id, version: 'v1.2.3', from, date: '2024-03-02T00:00:00Z' }
    const plain = await stage.call(changelog, asked)
    const there = await stage.call(changelog, { ...asked, config_file_ref: 'settings' })
    const headings = [plain, there].map((reply) => textIn(reply.row(), 'notes').split('\n')[0] ?? '')
    await stage.changed('repository#later-changelog-version', {
      before: () => holds(headings[0] === '## v1.2.3 (2024-03-02)', 'the heading has it', headings[0]),
      after: () => holds(headings[0] === '## 1.2.3 (2024-03-02)', 'the heading lacks it', headings[0]),
    })
    await stage.changed('repository#later-config-ref', {
      before: () => equals('the heading', headings[1], headings[0]),
      after: () => equals('the heading', headings[1], '## 1.2.3 (2024)'),
    })
  },
})

export const unpagedTree = check({
  id: 'repository/unpaged-tree',
  says: 'From 16.1 on a recursive tree is listed whole with `pagination=none`, which answers 400 without `recursive`, and always before',
  source: 'repository#later-unpaged',
  level: 'must',
  covers: [tree],
  needs,
  holds: async (stage) => {
    const { id } = stage.project
    for (const name of ['one', 'two', 'three'])
      await commit(stage, { branch: stage.project.branch, path: `deep/${name}.txt`, content: name })
    const wish = { id, pagination: 'none', per_page: 1 }
    const whole = await stage.call(tree, { ...wish, recursive: true })
    const flat = await stage.call(tree, wish)
    await stage.changed('repository#later-unpaged', {
      before: () => {
        refuses(whole, 'pagination does not have a valid value')
        refuses(flat, 'pagination does not have a valid value')
      },
      after: async () => {
        const paged = await stage.call(tree, { id, recursive: true, per_page: 100 })
        answers(whole, 200)
        equals('the entries', whole.rows(), paged.rows(), whole)
        equals('the number of a page', whole.headers['x-page'], undefined, whole)
        refuses(flat, 'pagination cannot be "none" unless "recursive" is true')
      },
    })
  },
})

export const comparisonRight = check({
  id: 'repository/comparison-right',
  says: 'Later a comparison with a fork whose code a Guest may not read answers 403, and before 400',
  source: 'repository#later-compare-right, repository#compare-project',
  level: 'should',
  covers: [compare],
  needs: { repository: true, role: 'reporter' },
  holds: async (stage) => {
    const { id, branch } = stage.project
    const reporter = numberIn((await stage.call('GET /user', {}, { as: 'reporter' })).row(), 'id')
    const fork = numberIn(await forkOf(stage, 'developer'), 'id')
    const guest = { id: fork, user_id: reporter, access_level: 10 }
    expectArranged(await stage.call('POST /projects/:id/members', guest, { as: 'developer' }))
    const both = { id, from: branch, to: branch, from_project_id: fork }
    const reply = await stage.call(compare, both, { as: 'reporter' })
    await stage.changed('repository#later-compare-right', {
      before: () => says(reply, 400, `Target project id:${fork} is not a fork of project id:${id}`),
      after: () => says(reply, 403, "403 Forbidden - You don't have access to this fork's parent project"),
    })
  },
})
