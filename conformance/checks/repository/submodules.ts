import { check } from '../../kit/check.ts'
import { says } from '../../kit/expect.ts'

export const submoduleRefused = check<readonly [object, string]>({
  id: 'repository/submodule-refused',
  says: 'Updating a submodule answers 400 for a path that is no submodule and for a commit id that is none',
  source: 'repository#submodule-update',
  level: 'should',
  covers: ['PUT /projects/:id/repository/submodules/:submodule'],
  needs: { repository: true },
  each: () => [
    [{ submodule: 'vendor/lib' }, 'Invalid submodule path'],
    [{ commit_sha: 'main' }, 'Invalid parameters'],
  ],
  holds: async ({ call, project }, [extra, text]) => {
    const wish = {
      id: project.id,
      submodule: 'vendor/lib',
      branch: project.branch,
      commit_sha: 'a'.repeat(40),
    }
    says(await call('PUT /projects/:id/repository/submodules/:submodule', { ...wish, ...extra }), 400, text)
  },
})
