import { expectArranged, type Stage } from '../stage.ts'

/** Lets pipelines of the default branch be started. */
export async function configured({ call, project }: Stage): Promise<void> {
  expectArranged(
    await call('POST /projects/:id/repository/commits', {
      id: project.id,
      branch: project.branch,
      commit_message: 'Configure',
      actions: [{ action: 'create', file_path: '.gitlab-ci.yml', content: 'test:\n  script: [true]\n' }],
    }),
  )
}
