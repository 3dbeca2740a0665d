import { jobsRun } from '../../arrange/pipelines.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, numberIn } from '../../kit/expect.ts'

export const artifacts = check({
  id: 'jobs/artifacts',
  says: 'The artifacts of a job are downloaded as an archive or as single files, and answer 404 after their deletion',
  source: 'jobs#artifacts-download, jobs#artifacts-delete',
  level: 'should',
  covers: ['GET /projects/:id/jobs/:job_id/artifacts', 'DELETE /projects/:id/jobs/:job_id/artifacts'],
  needs: { repository: true },
  holds: async (stage) => {
    const [job] = await jobsRun(
      stage,
      'job:\n  script: ["true"]\n  artifacts:\n    paths: [.gitlab-ci.yml]\n',
    )
    const at = { id: stage.project.id, job_id: numberIn(job ?? {}, 'id') }
    const archive = await stage.call('GET /projects/:id/jobs/:job_id/artifacts', at)
    answers(archive, 200)
    equals('what it begins with', archive.text.slice(0, 2), 'PK')
    const one = { ...at, artifact_path: '.gitlab-ci.yml' }
    const file = await stage.call('GET /projects/:id/jobs/:job_id/artifacts/*artifact_path', one)
    equals('whether it is the file', file.text.startsWith('job:'), true)
    answers(await stage.call('DELETE /projects/:id/jobs/:job_id/artifacts', at, { as: 'owner' }), 204)
    answers(await stage.call('GET /projects/:id/jobs/:job_id/artifacts', at), 404)
  },
})
