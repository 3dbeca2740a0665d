import type { Furniture, Stage } from '../stage.ts'
import type { Made } from './made.ts'

/** What belongs to the project, its group and the installation: variables, tokens, releases. */
export async function owned(stage: Stage, made: Made): Promise<Furniture> {
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
    const deploy = { ...named, name: 'Furniture', scopes: ['read_repository'] }
    found[`${kind}.deploy_tokens`] = await made(stage, `${path}/deploy_tokens`, deploy)
  }
  if (stage.has('admin')) {
    const variable = { key: `FURNITURE_${id}`, value: 'one' }
    found['ci.variables'] = await made(stage, 'POST /admin/ci/variables', variable, 'key', 'admin')
  }
  for (const tag_name of ['furniture-1', 'furniture-2', 'furniture-3']) {
    const release = { id, tag_name, ref: branch, description: 'Notes' }
    found['projects.releases'] = await made(stage, 'POST /projects/:id/releases', release, 'tag_name')
    const link = { id, tag_name, name: 'Manual', url: `https://example.com/${tag_name}` }
    found['assets.links'] = await made(stage, 'POST /projects/:id/releases/:tag_name/assets/links', link)
  }
  return found
}
