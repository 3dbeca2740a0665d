import { anotherGroup } from '../../arrange/groups.ts'
import { destination, finishedImport, importFile, readImport, upload } from '../../arrange/transfer.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, numberIn, textIn } from '../../kit/expect.ts'
import { isRow, isRows, type Row } from '../../kit/json.ts'
import { leastArchive, packArchive } from '../../oracle/archive.ts'
import { keyNamed } from '../../oracle/ssh-keys.ts'
import { arranged, expectArranged, type Stage } from '../../run/stage.ts'

const archive = () => packArchive(leastArchive({ 'tree/project.json': '{"description":"The new one"}' }))

async function old(stage: Stage): Promise<number> {
  const { path = '' } = destination(stage, 'imported')
  const where = stage.inGroup ? { namespace_id: stage.group.id } : {}
  const wish = { name: 'The old one', path, ...where }
  return numberIn(arranged(await stage.call('POST /projects', wish)), 'id')
}

export const overwrite = check({
  id: 'project-import/overwrite',
  says: 'An overwriting import is filled under a temporary path, then takes path, name, stars and forks of the old project, which is deleted',
  source: 'project-import#overwrite-path, project-import#overwrite-end',
  level: 'must',
  covers: [importFile, readImport],
  holds: async (stage) => {
    const before = await old(stage)
    expectArranged(await stage.call('POST /projects/:id/star', { id: before }))
    const named = { id: before, path: `${stage.prefix}-fork`, name: `${stage.prefix}-fork` }
    const fork = numberIn(arranged(await stage.call('POST /projects/:id/fork', named)), 'id')
    const started = await upload(stage, await archive(), { overwrite: 'True' })
    answers(started, 201)
    const { path = '' } = destination(stage, 'imported')
    const temporary = textIn(started.row(), 'path')
    holds(
      new RegExp(`^${path}-[0-9a-f]{32}$`).test(temporary),
      'it has a path of its own at first',
      temporary,
      started,
    )
    const status = await finishedImport(stage, started)
    has(
      status.row(),
      { import_status: 'finished', path, name: 'The old one', description: 'The new one' },
      status,
    )
    const now = await stage.call('GET /projects/:id', { id: textIn(status.row(), 'path_with_namespace') })
    equals('the project at the path', now.row().id, started.row().id, now)
    equals('the stars that it took over', now.row().star_count, 1, now)
    const { forked_from_project: origin } = (await stage.call('GET /projects/:id', { id: fork })).row()
    equals('what its fork is a fork of', isRow(origin) ? origin.id : null, started.row().id)
    answers(await stage.call('GET /projects/:id', { id: before }), 404)
  },
})

export const overwriteMoves = check<string>({
  id: 'project-import/overwrite-moves',
  says: 'An overwriting import takes over the members, the groups, the stars and the deploy keys of the old project',
  source: 'project-import#overwrite-end',
  level: 'should',
  covers: [importFile],
  needs: { in: 'group' },
  each: () => ['members', 'invited_groups', 'starrers', 'deploy_keys'],
  holds: async (stage, what) => {
    const { call } = stage
    const id = await old(stage)
    const somebody = stage.user('stranger').id
    if (what === 'members')
      expectArranged(await call('POST /projects/:id/members', { id, user_id: somebody, access_level: 20 }))
    if (what === 'starrers') expectArranged(await call('POST /projects/:id/star', { id }))
    if (what === 'deploy_keys') {
      const key = keyNamed(`${stage.prefix} moved`).line
      expectArranged(await call('POST /projects/:id/deploy_keys', { id, title: 'Moved', key }))
    }
    if (what === 'invited_groups') {
      const group_id = numberIn(await anotherGroup(stage, 'invited'), 'id')
      expectArranged(await call('POST /projects/:id/share', { id, group_id, group_access: 30 }))
    }
    const shown = async (project: number): Promise<readonly Row[]> => {
      if (what !== 'invited_groups') return (await call(`GET /projects/:id/${what}`, { id: project })).rows()
      const { shared_with_groups: groups } = (await call('GET /projects/:id', { id: project })).row()
      return isRows(groups) ? groups.map(({ group_name }) => ({ title: group_name ?? null })) : []
    }
    const before = (await shown(id)).map(whose)
    const started = await upload(stage, await archive(), { overwrite: 'true' })
    await finishedImport(stage, started)
    const after = (await shown(numberIn(started.row(), 'id'))).map(whose)
    for (const it of before) holds(after.includes(it), `${it} is there`, after)
    holds(before.length > 0, 'there was somebody', before)
  },
})

/** Who or what a row of one of these lists is about. */
function whose(row: Row): string {
  const { user = row } = row
  return isRow(user) ? `${user.username ?? user.title}` : ''
}

export const overwriteNothing = check({
  id: 'project-import/overwrite-nothing',
  says: 'An overwriting import without a project at the path is an ordinary import',
  source: 'project-import#overwrite-nothing',
  level: 'must',
  covers: [importFile],
  holds: async (stage) => {
    const reply = await upload(stage, await archive(), { overwrite: 'true' })
    equals('the path', reply.row().path, destination(stage, 'imported').path, reply)
  },
})

export const overwriteFailed = check({
  id: 'project-import/overwrite-failed',
  says: 'An overwriting import that fails leaves the old project as it was',
  source: 'project-import#overwrite-failed',
  level: 'must',
  covers: [importFile],
  holds: async (stage) => {
    const before = await old(stage)
    const shown = await stage.call('GET /projects/:id', { id: before })
    const broken = await packArchive(leastArchive({ 'tree/project.json': '{' }))
    const status = await finishedImport(stage, await upload(stage, broken, { overwrite: 'true' }))
    equals('the end', status.row().import_status, 'failed', status)
    const after = await stage.call('GET /projects/:id', { id: before })
    equals('the old project', after.json, shown.json, after)
  },
})

export const overwriteRights = check({
  id: 'project-import/overwrite-rights',
  says: 'An overwriting import by a Maintainer who does not own the namespace fails and leaves the old project',
  source: 'project-import#overwrite-rights',
  level: 'should',
  covers: [importFile],
  needs: { in: 'group' },
  holds: async (stage) => {
    const maintainer = stage.user('maintainer')
    const before = await old(stage)
    const started = await upload(stage, await archive(), { overwrite: 'true' }, { as: 'maintainer' })
    const status = await finishedImport(stage, started, 'maintainer')
    equals('the end', status.row().import_status, 'failed', status)
    const told = textIn(status.row(), 'import_error')
    const expected = `User ${maintainer.username} (${maintainer.id}) cannot overwrite a project in`
    holds(told.includes(expected), `it says that ${expected} it`, told, status)
    has((await stage.call('GET /projects/:id', { id: before })).row(), { name: 'The old one' })
  },
})
