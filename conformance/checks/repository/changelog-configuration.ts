import { anotherGroup } from '../../arrange/groups.ts'
import { check } from '../../kit/check.ts'
import { equals, holds, numberIn, textIn } from '../../kit/expect.ts'
import type { Params } from '../../kit/query.ts'
import { arranged, expectArranged } from '../../run/stage.ts'
import type { Role } from '../../targets/target.ts'
import { date, history, notesOf } from './changelog-history.ts'

const read = 'GET /projects/:id/repository/changelog'

export const changelogConfig = check({
  id: 'repository/changelog-config',
  says: 'The configuration file sets the titles of the categories and the format of the date, and `config_file` names another one',
  source: 'repository#changelog-config, repository#changelog-params',
  level: 'must',
  covers: [read],
  holds: async (stage) => {
    const { call, project } = stage
    const { id, branch } = project
    const [from = ''] = await history(stage, ['One\n\nChangelog: added', 'Two\n\nChangelog: Added'])
    const config = (title: string) => `date_format: '%d.%m.%Y'\ncategories:\n  added: ${title}\n`
    for (const [file_path, title] of [
      ['.gitlab/changelog_config.yml', 'Features'],
      ['docs/other.yml', 'Novelties'],
    ] as const) {
      const actions = [{ action: 'create', file_path, content: config(title) }]
      const params = { id, branch, commit_message: `Add ${file_path}`, actions } as Params
      arranged(await call('POST /projects/:id/repository/commits', params))
    }
    const section = { id, version: '1.0.0', from, date }
    const usual = notesOf(await call(read, section))
    const other = notesOf(await call(read, { ...section, config_file: 'docs/other.yml' }))
    for (const [notes, title] of [
      [usual, 'Features'],
      [other, 'Novelties'],
    ] as const) {
      holds(notes.startsWith('## 1.0.0 (22.01.2023)\n'), 'the date has the form that is wished for', notes)
      holds(notes.includes(`### ${title} (1 change)\n`), `the category is called ${title}`, notes)
      holds(notes.includes('### Added (1 change)\n'), 'a value in other letters is another category', notes)
    }
  },
})

export const changelogCredit = check({
  id: 'repository/changelog-hidden-group',
  says: 'Members of a group of `include_groups` are credited only to callers who see the group',
  source: 'repository#changelog-notes, repository#changelog-hidden-groups',
  level: 'must',
  covers: [read],
  holds: async (stage) => {
    const { call, project } = stage
    const { id, branch } = project
    const author = stage.user('maintainer')
    const group = await anotherGroup(stage, 'credited', { visibility: 'private' })
    const member = { id: numberIn(group, 'id'), user_id: author.id, access_level: 30 }
    expectArranged(await call('POST /groups/:id/members', member))
    const [from = ''] = await history(stage, [])
    const actions = [
      {
        action: 'create',
        file_path: '.gitlab/changelog_config.yml',
        content: `include_groups:\n  - ${textIn(group, 'full_path')}\n`,
      },
    ]
    const commit = { id, branch, commit_message: 'Configure\n\nChangelog: added', actions } as Params
    expectArranged(await call('POST /projects/:id/repository/commits', commit, { as: 'maintainer' }))
    const isCredited = async (as: Role) =>
      notesOf(await call(read, { id, version: '1.0.0', from, date }, { as })).includes(`@${author.username}`)
    if (!(await isCredited('owner')))
      return stage.failing('the address of commits is not that of the account')
    equals('whether the member is credited to somebody else', await isCredited('developer'), false)
  },
})

export const changelogTemplate = check({
  id: 'repository/changelog-template',
  says: 'The template of the configuration decides the form of the notes, with the categories, entries, conditions and references that it names',
  source: 'repository#changelog-template, repository#changelog-config',
  level: 'should',
  covers: [read],
  holds: async (stage) => {
    const { call, project } = stage
    const { id, branch } = project
    const [from = '', one = ''] = await history(stage, ['One\n\nChangelog: added', 'Plain'])
    const template = [
      '{% if categories %}',
      '{% each categories %}',
      '# {{ title }}: {{ count }}\\n',
      '{% each entries %}',
      '- {{ title }} ({{ commit.reference }})\\n',
      '{% end %}',
      '{% end %}',
      '{% else %}',
      'Nothing.\\n',
      '{% end %}',
    ].join('')
    const content = `template: "${template}"\ncategories:\n  added: New\n`
    const actions = [{ action: 'create', file_path: '.gitlab/changelog_config.yml', content }]
    const config = { id, branch, commit_message: 'Configure', actions } as Params
    const head = textIn(arranged(await call('POST /projects/:id/repository/commits', config)), 'id')
    const notes = async (start: string) =>
      notesOf(await call(read, { id, version: '1.0.0', from: start, date })).trimEnd()
    const title = `## 1.0.0 (${date})\n\n`
    equals('the notes', await notes(from), `${title}# New: 1\n- One (${project.path}@${one})`)
    equals('the notes of nothing', await notes(head), `${title}Nothing.`)
  },
})

export const changelogHeading = check<readonly [version: string, date: string, heading: string]>({
  id: 'repository/changelog-heading',
  says: 'The heading of a changelog has the version as it was sent, from 17.0 on without a `v`, and the day in the time zone of the date',
  source: 'repository#changelog-notes, repository#changelog-params, repository#later-changelog-version',
  level: 'should',
  covers: [read],
  each: () => [
    ['v1.2.0', '2023-01-22', '## v1.2.0 (2023-01-22)'],
    ['1.2.0', '2023-01-22T23:30:00-05:00', '## 1.2.0 (2023-01-22)'],
    ['1.2.0', '2023-01-22T00:30:00+05:00', '## 1.2.0 (2023-01-22)'],
  ],
  holds: async (stage, [version, at, heading]) => {
    const [from = ''] = await history(stage, ['One\n\nChangelog: added'])
    const reply = await stage.call(read, { id: stage.project.id, version, from, date: at })
    const shown = notesOf(reply).split('\n', 1)[0]
    await stage.changed('repository#later-changelog-version', {
      before: () => equals('the heading', shown, heading, reply),
      after: () => equals('the heading', shown, heading.replace('v', ''), reply),
    })
  },
})
