import { project as anotherProject, commit } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, holds, lacks, numberIn } from '../../kit/expect.ts'
import { hasLater } from '../../kit/later.ts'
import { arranged } from '../../run/stage.ts'

const inGroup = 'GET /groups/:id/search'
const inProject = 'GET /projects/:id/search'
const everywhere = 'GET /search'

export const withoutArchived = check({
  id: 'search/without-archived',
  says: 'From 16.6 on archived projects are searched in the project itself alone, and elsewhere with `include_archived` from 18.7 on',
  source: 'search#archived, search#later-archived, search#later-include-archived',
  level: 'must',
  covers: [inGroup, everywhere, inProject],
  needs: { in: 'group' },
  holds: async (stage) => {
    const name = `${stage.prefix}forgotten`
    const old = await anotherProject(stage, 'old', { name, namespace_id: stage.group.id })
    const id = numberIn(old, 'id')
    arranged(await stage.call('POST /projects/:id/issues', { id, title: `${name} issue` }))
    arranged(await stage.call('POST /projects/:id/archive', { id }))
    for (const [scope, operation, place] of [
      ['projects', everywhere, {}],
      ['projects', inGroup, { id: stage.group.id }],
      ['issues', everywhere, {}],
      ['issues', inGroup, { id: stage.group.id }],
    ] as const) {
      const asked = { ...place, scope, search: name }
      const plain = await stage.call(operation, asked)
      const wide = await stage.call(operation, { ...asked, include_archived: true })
      answers(plain, 200)
      answers(wide, 200)
      await stage.changed('search#later-archived', {
        before: () => equals('how many are found', plain.rows().length, 1, plain),
        after: () => equals('how many are found', plain.rows().length, 0, plain),
      })
      await stage.changed('search#later-include-archived', {
        before: () => equals('how many are found', wide.rows().length, plain.rows().length, wide),
        after: () => equals('how many are found', wide.rows().length, 1, wide),
      })
    }
    const inside = await stage.call(inProject, { id, scope: 'issues', search: name })
    equals('how many are found in the project', inside.rows().length, 1, inside)
  },
})

export const exactCodeSearch = check({
  id: 'search/exact-code-search',
  says: 'From 18.9 on `regex`, and from 18.7 on `exclude_forks`, answer 400 without exact code search',
  source: 'search#later-code-search, search#later-exclude-forks',
  level: 'should',
  covers: [inGroup, everywhere, inProject],
  needs: { in: 'group' },
  readOnly: true,
  holds: async (stage) => {
    for (const [operation, place] of [
      [everywhere, {}],
      [inGroup, { id: stage.group.id }],
      [inProject, { id: stage.project.id }],
    ] as const) {
      const asked = { ...place, scope: 'issues', search: 'needle' }
      const regex = await stage.call(operation, { ...asked, regex: true })
      await stage.changed('search#later-code-search', {
        before: () => answers(regex, 200),
        after: () =>
          answers(regex, 400, { message: { error: 'regex supported only with exact code search' } }),
      })
      const forks = await stage.call(operation, { ...asked, exclude_forks: true })
      if (operation === inProject) answers(forks, 200)
      else
        await stage.changed('search#later-exclude-forks', {
          before: () => answers(forks, 200),
          after: () =>
            answers(forks, 400, {
              message: { error: 'exclude_forks supported only with exact code search' },
            }),
        })
    }
  },
})

export const groupOfFile = check({
  id: 'search/group-of-file',
  says: 'From 16.2 on a wiki page that a search finds has `group_id`, null in a project, and a file has none',
  source: 'search#later-group-id',
  level: 'must',
  covers: [inProject],
  needs: { repository: true, tier: 'premium' },
  holds: async (stage) => {
    const { id, branch } = stage.project
    await commit(stage, { branch, path: 'here.txt', content: 'unmistakable\n' })
    arranged(await stage.call('POST /projects/:id/wikis', { id, title: 'Here', content: 'unmistakable' }))
    for (const scope of ['blobs', 'wiki_blobs']) {
      const reply = await stage.call(inProject, { id, scope, search: 'unmistakable' })
      answers(reply, 200)
      const [row] = reply.rows()
      holds(row !== undefined, 'it is found', null, reply)
      if (scope === 'blobs') lacks(row, ['group_id'], reply)
      else await hasLater(stage, row, { 'search#later-group-id': { group_id: ['null'] } }, reply)
    }
  },
})

export const noteAttachment = check({
  id: 'search/note-attachment',
  says: 'From 18.0 on notes have no `attachment`, and `imported` from 17.0 on',
  source: 'search#later-attachment, conventions#later-imported',
  level: 'should',
  covers: [inProject],
  needs: { tier: 'premium' },
  holds: async (stage) => {
    const { id } = stage.project
    const made = arranged(await stage.call('POST /projects/:id/issues', { id, title: 'Noted' }))
    const issue = { id, issue_iid: numberIn(made, 'iid') }
    arranged(
      await stage.call('POST /projects/:id/issues/:issue_iid/notes', { ...issue, body: 'unmistakable' }),
    )
    const reply = await stage.call(inProject, { id, scope: 'notes', search: 'unmistakable' })
    const [row = {}] = reply.rows()
    await stage.changed('search#later-attachment', {
      before: () => {
        if (stage.dialect !== undefined)
          equals('whether it has', Object.hasOwn(row, 'attachment'), true, reply)
      },
      after: () => equals('whether it has', Object.hasOwn(row, 'attachment'), false, reply),
    })
    await hasLater(
      stage,
      row,
      { 'conventions#later-imported': { imported: ['boolean'], imported_from: ['string'] } },
      reply,
    )
  },
})
