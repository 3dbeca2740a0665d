import { check } from '../../kit/check.ts'
import { answers, equals, holds, textIn } from '../../kit/expect.ts'
import { isRow } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import { arranged, expectArranged, type Stage } from '../../run/stage.ts'

const read = 'GET /projects/:id/repository/changelog'

const write = 'POST /projects/:id/repository/changelog'

const date = '2023-01-22'

/** Commits a file and returns the id of the commit. */
async function committed(stage: Stage, message: string, file: string, content = ''): Promise<string> {
  const { id, branch } = stage.project
  const actions = [{ action: 'create', file_path: file, content }]
  const params = { id, branch, commit_message: message, actions } as Params
  return textIn(arranged(await stage.call('POST /projects/:id/repository/commits', params)), 'id')
}

/** The notes of version 1.0.0 of a project that has this configuration and a commit for each message. */
async function notes(
  stage: Stage,
  config: string,
  messages: readonly string[],
  more: Params = {},
): Promise<string> {
  const from = await committed(stage, 'Configure', '.gitlab/changelog_config.yml', config)
  for (const [at, message] of messages.entries()) await committed(stage, message, `file-${at}`)
  const reply = await stage.call(read, { id: stage.project.id, version: '1.0.0', from, date, ...more })
  answers(reply, 200)
  return textIn(reply.row(), 'notes')
}

const formats: readonly (readonly [format: string, at: string, shown: string])[] = [
  ['%Y|%C|%y|%m|%d|%e|%j', '2023-12-03T15:04:05Z', '2023|20|23|12|03| 3|337'],
  ['%a|%A|%b|%h|%B', '2023-12-31T15:04:05Z', 'Sun|Sunday|Dec|Dec|December'],
  ['%u|%w|%U|%W', '2023-12-31T15:04:05Z', '7|0|53|52'],
  ['%u|%w|%U|%W', '2023-01-04T15:04:05Z', '3|3|01|01'],
  ['%H|%I|%M|%S|%p|%P', '2023-12-31T15:04:05Z', '15|03|04|05|PM|pm'],
  ['%j|%a', '2024-12-31T15:04:05Z', '366|Tue'],
  ['%j|%a', '2000-12-31T15:04:05Z', '366|Sun'],
  ['%j|%a', '2100-03-01T15:04:05Z', '060|Mon'],
  ['%#p|%#b|%^a', '2023-12-31T15:04:05Z', 'pm|DEC|SUN'],
  ['%z|%:z|%H', '2023-12-31T15:04:05+05:30', '+0530|+05:30|15'],
  ['%z|%:z|%d', '2023-12-31T23:04:05-03:30', '-0330|-03:30|31'],
  ['%H|%I|%p|%P|%F|%T|%%', '2023-12-31T00:04:05Z', '00|12|AM|am|2023-12-31|00:04:05|%'],
]

export const changelogDateFormat = check<(typeof formats)[number]>({
  id: 'repository/changelog-date-format',
  says: 'The date of a changelog has the form that `date_format` gives it in the directives of strftime',
  source: 'repository#changelog-config',
  level: 'should',
  covers: [read],
  each: () => formats,
  holds: async (stage, [format, at, shown]) => {
    const text = await notes(stage, `date_format: '${format}'\n`, [], { date: at })
    equals('the heading', text.split('\n', 1)[0], `## 1.0.0 (${shown})`)
  },
})

export const changelogUntitled = check({
  id: 'repository/changelog-untitled',
  says: 'A category that the configuration gives no title goes by what the trailer says',
  source: 'repository#changelog-config, repository#changelog-order',
  level: 'should',
  covers: [read],
  holds: async (stage) => {
    const config = 'categories:\n  added: false\n  fixed: Repairs\n'
    const text = await notes(stage, config, ['One\n\nChangelog: fixed', 'Two\n\nChangelog: added'])
    const titles = [...text.matchAll(/^### (.+) \(1 change\)$/gm)].map(([, title]) => title ?? '')
    equals('the sections', titles, ['Repairs', 'added'])
  },
})

export const changelogAuthors = check({
  id: 'repository/changelog-authors',
  says: 'A changelog credits authors with an account who are no members of the project, and members of the groups that the configuration names',
  source: 'repository#changelog-notes, repository#changelog-config, repository#changelog-template',
  level: 'should',
  covers: [read],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { call, group, project } = stage
    const { id, branch } = project
    const address = async (role: 'stranger' | 'developer') => {
      const row = (await call('GET /users/:id', { id: stage.user(role).id }, { as: 'admin' })).row()
      if (typeof row.email !== 'string' || row.email === '') stage.failing('nobody shows an address')
      return textIn(row, 'email')
    }
    const from = await committed(stage, 'Begin', 'begin')
    for (const role of ['stranger', 'developer'] as const) {
      const author = { author_email: await address(role), author_name: 'Somebody' }
      const actions = [{ action: 'create', file_path: role, content: '' }]
      const commit_message = `By ${role}\n\nChangelog: added`
      expectArranged(
        await call('POST /projects/:id/repository/commits', {
          id,
          branch,
          commit_message,
          actions,
          ...author,
        }),
      )
    }
    const credits = async () => {
      const reply = await call(read, { id, version: '1.0.0', from, date })
      answers(reply, 200)
      const lines = [...textIn(reply.row(), 'notes').matchAll(/^- \[By (\w+)\]\(\S+\)(?: by (@\S+))?$/gm)]
      return lines.map(([, role, credit]) => [role ?? '', credit ?? null])
    }
    const stranger = ['stranger', `@${stage.user('stranger').username}`]
    equals('who is credited', await credits(), [['developer', null], stranger])
    await committed(
      stage,
      'Configure',
      '.gitlab/changelog_config.yml',
      `include_groups:\n  - ${group.path}\n`,
    )
    const members = await call('GET /groups/:id/members', { id: group.id })
    const isMember = members.rows().some((row) => row.id === stage.user('developer').id)
    const developer = ['developer', isMember ? `@${stage.user('developer').username}` : null]
    equals('who is credited with the group', await credits(), [developer, stranger])
  },
})

export const changelogLoops = check<readonly [template: string, shown: string]>({
  id: 'repository/changelog-loops',
  says: 'Templates of changelogs go through lists by their items and through hashes by pairs of name and value, and blanks around the result are removed',
  source: 'repository#changelog-template',
  level: 'should',
  covers: [read],
  each: () => [
    [
      '{% each categories %}{% each entries %}{% each commit %}{{ 0 }};{% end %}{% end %}{% end %}',
      'reference;trailers;',
    ],
    [
      '{% each categories %}{% each entries %}{% each commit.trailers %}{{ 0 }}={{ 1 }}{% end %}{% end %}{% end %}',
      'Changelog=added',
    ],
    ['\\n \\n  {% each categories %}{{ title }}{% end %} \\n\\n', 'added'],
  ],
  holds: async (stage, [template, shown]) => {
    const text = await notes(stage, `template: "${template}"\n`, ['One\n\nChangelog: added'])
    equals('the notes', text.trimEnd(), `## 1.0.0 (${date})\n\n${shown}`)
  },
})

export const changelogLastLine = check({
  id: 'repository/changelog-last-line',
  says: 'A file keeps what stands in it before the first section of its changelog, also where its last line has no end',
  source: 'repository#changelog-file',
  level: 'must',
  covers: [write],
  each: () => ['# News of all kinds', '# News of all kinds\n', '# News\n\nWords before.\n'],
  holds: async (stage, content) => {
    const { call, project } = stage
    const from = await committed(stage, 'Add the news', 'NEWS.md', content)
    const file = 'NEWS.md'
    answers(await call(write, { id: project.id, version: '1.0.0', from, date, file }), [200, 201])
    const at = { id: project.id, file_path: file, ref: project.branch }
    const { text } = await call('GET /projects/:id/repository/files/:file_path/raw', at)
    holds(text.startsWith(content), 'what was there is at the beginning', text)
    equals('what follows it', text.slice(content.length).trim(), `## 1.0.0 (${date})\n\nNo changes.`)
  },
})

export const changelogTemplateFault = check({
  id: 'repository/changelog-template-fault',
  says: 'A template that cannot be read answers 422 and names the line at which it breaks off',
  source: 'repository#changelog-errors',
  level: 'should',
  covers: [read],
  holds: async (stage) => {
    const config = 'template: "One\\nTwo\\n{% end %}"\n'
    const from = await committed(stage, 'Configure', '.gitlab/changelog_config.yml', config)
    const reply = await stage.call(read, { id: stage.project.id, version: '1.0.0', from, date })
    answers(reply, 422)
    const told = isRow(reply.json) ? String(reply.json.message) : ''
    holds(
      /^Failed to generate the changelog: Failed to parse the template: .* at line 3 char \d+\.?$/s.test(
        told,
      ),
      'it names the line',
      told,
      reply,
    )
  },
})
