import { check } from '../../kit/check.ts'
import { equals, lacks, numberIn, rowIn, textIn } from '../../kit/expect.ts'
import { hasLater } from '../../kit/later.ts'
import { arranged } from '../../run/stage.ts'

const CLUSTERS = '/projects/:id/clusters'

export const laterShape = check({
  id: 'clusters/later-shape',
  says: 'In 18.9 a cluster shows its project in the simple form, and in a list not at all',
  source: 'clusters#later-shape',
  level: 'should',
  covers: [`GET ${CLUSTERS}`, `GET ${CLUSTERS}/:cluster_id`],
  holds: async (stage) => {
    const { call, project } = stage
    const { id, path } = project
    const platform = { api_url: 'https://later.example', token: 'secret-token' }
    const wish = { id, name: 'Later', platform_kubernetes_attributes: platform }
    const added = arranged(await call(`POST ${CLUSTERS}/user`, wish))
    const single = await call(`GET ${CLUSTERS}/:cluster_id`, { id, cluster_id: numberIn(added, 'id') })
    const own = rowIn(single.row(), 'project')
    equals('the project', textIn(own, 'path_with_namespace'), path, single)
    await hasLater(stage, single.row(), { 'clusters#later-shape': { provider_gcp: ['null'] } }, single)
    await hasLater(stage, own, { 'clusters#later-shape': { star_count: ['number'] } }, single)
    const listed = await call(`GET ${CLUSTERS}`, { id })
    const [row = {}] = listed.rows()
    await stage.changed('clusters#later-shape', {
      before: () => {
        if (stage.dialect !== undefined) rowIn(row, 'project')
      },
      after: () => lacks(row, ['project', 'group'], listed),
    })
  },
})
