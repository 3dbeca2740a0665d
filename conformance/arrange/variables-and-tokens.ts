import type { Furniture, Stage } from '../run/stage.ts'
import type { Made } from './create.ts'

/** What belongs to the project, its group and the installation: variables, tokens, releases. */
export async function createVariablesAndTokens(stage: Stage, made: Made): Promise<Furniture> {
  const { id, branch } = stage.project
  const found: { [place: string]: string | number | undefined } = {}
  const places = [
    ['projects', { id }],
    ...(stage.inGroup ? [['groups', { id: stage.group.id }] as const] : []),
  ] as const
  for (const [kind, named] of places) {
    const path = `POST /${kind}/:id`
    for (const key of ['FIRST', 'SECOND', 'THIRD'])
      found[`${kind}.variables`] = await made(
        stage,
        `${path}/variables`,
        { ...named, key, value: 'one' },
        'key',
      )
    const token = { ...named, name: 'Furniture', scopes: ['read_api'] }
    found[`${kind}.access_tokens`] = await made(stage, `${path}/access_tokens`, token)
    const hook = { ...named, url: 'https://example.com/hook', push_events: false }
    for (const _ of [1, 2, 3]) found[`${kind}.hooks`] = await made(stage, `${path}/hooks`, hook)
    const deploy = { ...named, name: 'Furniture', scopes: ['read_repository'] }
    found[`${kind}.deploy_tokens`] = await made(stage, `${path}/deploy_tokens`, deploy)
  }
  if (stage.has('admin')) {
    const variable = { key: `FURNITURE_${id}`, value: 'one' }
    const quiet = { url: 'https://example.com/hook', push_events: false, repository_update_events: false }
    found.hooks = await made(stage, 'POST /hooks', quiet, 'id', 'admin')
    found['ci.variables'] = await made(stage, 'POST /admin/ci/variables', variable, 'key', 'admin')
  }
  if (stage.inGroup) {
    const milestone = { id: stage.group.id, title: 'Furniture of the group' }
    found['groups.milestones'] = await made(stage, 'POST /groups/:id/milestones', milestone)
  }
  for (const description of ['One', 'Two', 'Three'])
    found['projects.triggers'] = await made(stage, 'POST /projects/:id/triggers', { id, description })
  const onCommit = { id, sha: branch, body: 'A thread' }
  const talk = 'POST /projects/:id/repository/commits/:sha'
  found['commits.discussions'] = await made(stage, `${talk}/discussions`, onCommit)
  await stage.call(`${talk}/comments`, { id, sha: branch, note: 'A comment' }, { as: 'owner' })
  for (const tag_name of ['furniture-1', 'furniture-2', 'furniture-3']) {
    const release = { id, tag_name, ref: branch, description: 'Notes' }
    found['projects.releases'] = await made(stage, 'POST /projects/:id/releases', release, 'tag_name')
    const link = { id, tag_name, name: 'Manual', url: `https://example.com/${tag_name}` }
    found['assets.links'] = await made(stage, 'POST /projects/:id/releases/:tag_name/assets/links', link)
  }
  return found
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

/** A day that is near by the clock of the target, since installations may limit how long tokens last. */
export async function nextWeek({ call, project }: Stage): Promise<string> {
  const { created_at } = (await call('GET /projects/:id', { id: project.id })).row()
  return new Date(Date.parse(String(created_at)) + WEEK_MS).toISOString().slice(0, 10)
}
