import { check } from '../../kit/check.ts'
import { answers, holds } from '../../kit/expect.ts'

const SNAPSHOT = 'GET /projects/:id/snapshot'

export const snapshot = check({
  id: 'repository/snapshot',
  says: 'The snapshot of a project gives administrators its bare repository as a tar file',
  source: 'repository#snapshot',
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
