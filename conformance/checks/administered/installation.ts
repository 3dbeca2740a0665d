import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, numberIn, textIn } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

const source = 'dossier 2, section 13'
const APPEARANCE = '/application/appearance'

export const appearance = check({
  id: 'administered/appearance',
  says: 'The installation says of itself what its administrators tell it, in colours that there are',
  source,
  level: 'should',
  covers: [`GET ${APPEARANCE}`, `PUT ${APPEARANCE}`],
  holds: async (stage) => {
    const { call } = stage
    if (!stage.goesBack || !stage.has('admin'))
      return stage.skip('what the installation says cannot be put back')
    const as = { as: 'admin' } as const
    const known = (await call(`GET ${APPEARANCE}`, {}, as)).row()
    const told = Object.fromEntries(
      Object.entries(known).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, name.endsWith('_color') ? '#123456' : `${name} told`]] : [],
      ),
    )
    const set = await call(`PUT ${APPEARANCE}`, { ...told, email_header_and_footer_enabled: true }, as)
    answers(set, 200)
    has(set.row(), { ...told, email_header_and_footer_enabled: true }, set)
    answers(await call(`PUT ${APPEARANCE}`, { message_font_color: 'red' }, as), 400)
    has((await call(`GET ${APPEARANCE}`, {}, as)).row(), told)
  },
})

export const statistics = check({
  id: 'administered/statistics',
  says: 'The installation counts what there is in it: a group more is one more',
  source,
  level: 'should',
  covers: ['GET /application/statistics'],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { call, group } = stage
    if (!stage.goesBack || !stage.has('admin')) return stage.skip('others may create groups meanwhile')
    const groups = async () => {
      const reply = await call('GET /application/statistics', {}, { as: 'admin' })
      return Number(textIn(reply.row(), 'groups').replaceAll(',', ''))
    }
    const before = await groups()
    const name = `${stage.prefix}-counted`
    arranged(await call('POST /groups', { name, path: name, parent_id: group.id }))
    equals('the number of groups', await groups(), before + 1)
  },
})

const LICENSE = 'POST /license'

export const licence = check({
  id: 'administered/licence',
  says: 'A text that is no licence is refused as one that is not known',
  source,
  level: 'should',
  covers: [LICENSE],
  holds: async (stage) => {
    const { call } = stage
    if (!stage.goesBack || !stage.has('admin'))
      return stage.skip('what the installation has cannot be put back')
    const reply = await call(LICENSE, { license: 'no licence' }, { as: 'admin' })
    answers(reply, 400)
    holds(reply.text.includes('The license key is invalid.'), 'the text to tell so', reply.text, reply)
  },
})

const AGENT = 'GET /projects/:id/snippets/:snippet_id/user_agent_detail'

export const madeWith = check({
  id: 'administered/made-with',
  says: 'Administrators are told with what somebody made a snippet',
  source,
  level: 'should',
  covers: [AGENT],
  holds: async (stage) => {
    const { call, project } = stage
    if (!stage.has('admin')) return stage.skip('there is no administrator')
    const { id } = project
    const snippet = { id, title: 'Made', file_name: 'a.txt', content: 'a', visibility: 'private' }
    const headers = { 'user-agent': 'conformance' }
    const made = arranged(await call('POST /projects/:id/snippets', snippet, { headers }))
    const place = { id, snippet_id: numberIn(made, 'id') }
    const told = await call(AGENT, place, { as: 'admin' })
    answers(told, 200)
    has(told.row(), { user_agent: 'conformance', akismet_submitted: false }, told)
    answers(await call(AGENT, place), 403)
  },
})

const SNAPSHOT = 'GET /projects/:id/snapshot'

export const snapshot = check({
  id: 'administered/snapshot',
  says: 'Administrators are given the repository of a project as git keeps it, in a tar file',
  source,
  level: 'should',
  covers: [SNAPSHOT],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    if (!stage.has('admin')) return stage.skip('there is no administrator')
    const taken = await call(SNAPSHOT, { id: project.id }, { as: 'admin' })
    answers(taken, 200)
    for (const name of ['HEAD', 'objects/', `refs/heads/${project.branch}`])
      holds(taken.text.includes(name), `a file with ${name}`, taken.text.length, taken)
  },
})
