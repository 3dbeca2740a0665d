import { unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { text, utf8 } from '../../lib/bytes.ts'
import { zipFiles } from '../../model/jobs/job-artifacts.ts'
import { uploading } from '../../testing/multipart.ts'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

const carol = () => here.as('carol')

const REPORT =
  '<testsuite><testcase name="a" time="0.5"/><testcase name="b"><failure>no</failure></testcase></testsuite>'

function project(config: string, files: object = {}): number {
  const { id } = carol().post('/projects', {
    name: `p-${here.sim.clock.now()}`,
    initialize_with_readme: true,
  }).json
  const all = { ...files, '.gitlab-ci.yml': config }
  const actions = Object.entries(all).map(([file_path, content]) => ({
    action: 'create',
    file_path,
    content,
  }))
  carol().post(`/projects/${id}/repository/commits`, { branch: 'main', commit_message: 'Configure', actions })
  return id
}

interface Told {
  readonly id: number
  readonly name: string
  readonly status: string
}

const jobs = (id: number): Told[] => carol().get(`/projects/${id}/jobs`).json

const textOf = ({ body }: { readonly body?: unknown }) =>
  typeof body === 'string' ? body : text((body as Uint8Array | undefined) ?? new Uint8Array())

const bytesAt = (path: string) => {
  const { status, headers, body } = here.as('carol').get(path)
  return { status, headers, body }
}

describe('what a job left', () => {
  const CONFIG = `
job:
  script: [echo test > out/file.txt]
  artifacts: { paths: [out/, '*.md'], expire_in: 1 day, reports: { junit: report.xml } }
`
  const done = () => {
    const id = project(CONFIG, { 'report.xml': REPORT })
    here.sim.clock.advance('10s')
    return { id, job: jobs(id)[0] as Told }
  }

  test('is known to the job, and handed out as an archive or file by file', () => {
    const { id, job } = done()
    expect(carol().get(`/projects/${id}/jobs/${job.id}`).json).toMatchObject({
      status: 'success',
      artifacts_file: { filename: 'artifacts.zip' },
      artifacts: [
        { file_type: 'archive', file_format: 'zip' },
        { file_type: 'junit' },
        { file_type: 'trace', filename: 'job.log', file_format: 'raw' },
      ],
    })
    const path = `/projects/${id}/jobs/${job.id}/artifacts`
    const archive = bytesAt(path)
    expect(archive.headers['Content-Disposition']).toContain('filename="artifacts.zip"')
    expect(Object.keys(unzipSync(archive.body as unknown as Uint8Array))).toEqual([
      'README.md',
      'out/file.txt',
    ])
    expect(textOf(carol().get(`${path}/out/file.txt`))).toBe('test\n')
    expect(carol().get(`${path}/gone.txt`).status).toBe(404)
    expect(textOf(carol().get(`/projects/${id}/jobs/artifacts/main/raw/out/file.txt?job=job`))).toBe('test\n')
    expect(carol().get(`/projects/${id}/jobs/artifacts/main/download?job=job`).status).toBe(200)
    expect(carol().get(`/projects/${id}/jobs/artifacts/main/download?job=other`).status).toBe(404)
    expect(textOf(carol().get(`/projects/${id}/jobs/${job.id}/trace`))).toContain('Job succeeded')
  })

  test('expires, unless it is kept', () => {
    const { id, job } = done()
    const path = `/projects/${id}/jobs/${job.id}/artifacts`
    expect(carol().get(`/projects/${id}/jobs/${job.id}`).json.artifacts_expire_at).not.toBeNull()
    expect(carol().post(`${path}/keep`)).toMatchObject({ status: 200, json: { artifacts_expire_at: null } })
    here.sim.clock.advance('48h')
    expect(carol().get(path).status).toBe(200)
    const other = done()
    here.sim.clock.advance('48h')
    expect(carol().get(`/projects/${other.id}/jobs/${other.job.id}/artifacts`).status).toBe(200)
    carol().put(`/projects/${other.id}`, { keep_latest_artifact: false })
    expect(carol().get(`/projects/${other.id}/jobs/${other.job.id}/artifacts`).status).toBe(404)
  })

  test('is deleted, with what was printed where the job is erased', () => {
    const { id, job } = done()
    const path = `/projects/${id}/jobs/${job.id}`
    expect(carol().delete(`${path}/artifacts`).status).toBe(204)
    expect(carol().get(path).json).toMatchObject({ artifacts: [{ file_type: 'trace' }] })
    expect(carol().get(path).json).not.toHaveProperty('artifacts_file')
    expect(textOf(carol().get(`${path}/trace`))).not.toBe('')
    expect(carol().post(`${path}/erase`)).toMatchObject({ status: 201 })
    expect(textOf(carol().get(`${path}/trace`))).toBe('')
    expect(carol().get(path).json).toMatchObject({ artifacts: [] })
    expect(carol().post(`${path}/erase`)).toMatchObject({
      status: 403,
      json: { message: '403 Forbidden - Job is not erasable!' },
    })
  })

  test('is counted where it reports on tests', () => {
    const { id } = done()
    const [pipeline] = carol().get(`/projects/${id}/pipelines`).json
    expect(carol().get(`/projects/${id}/pipelines/${pipeline.id}/test_report`).json).toMatchObject({
      total_time: 0.5,
      total_count: 2,
      success_count: 1,
      failed_count: 1,
      test_suites: [{ name: 'job', test_cases: [{ name: 'a' }, { name: 'b', system_output: 'no' }] }],
    })
    expect(carol().get(`/projects/${id}/pipelines/${pipeline.id}/test_report_summary`).json).toMatchObject({
      total: { time: 0.5, count: 2, success: 1, failed: 1, skipped: 0, error: 0 },
      test_suites: [{ name: 'job', total_count: 2 }],
    })
  })

  test('is handed in by a runner', () => {
    const { id } = carol().post('/projects', { name: 'handed', initialize_with_readme: true }).json
    const { runners_token: token } = carol().get(`/projects/${id}`).json
    const runner = here.as().post('/runners', { token }).json
    here.as().post('/jobs/request', { token: runner.token })
    const file = {
      branch: 'main',
      commit_message: 'C',
      content: 'job: { script: x, artifacts: { paths: [a] } }',
    }
    carol().post(`/projects/${id}/repository/files/.gitlab-ci.yml`, file)
    const job = here.as().post('/jobs/request', { token: runner.token }).json
    expect(job.artifacts).toMatchObject([{ paths: ['a'], artifact_type: 'archive', artifact_format: 'zip' }])
    const bytes = zipFiles([{ path: 'a', bytes: utf8('made') }], 0)
    const sent = uploading({ token: job.token }, { field: 'file', name: 'artifacts.zip', bytes })
    expect(here.as().send('POST', `/jobs/${job.id}/artifacts`, sent).status).toBe(201)
    here.as().put(`/jobs/${job.id}`, { token: job.token, state: 'success' })
    expect(textOf(carol().get(`/projects/${id}/jobs/${job.id}/artifacts/a`))).toBe('made')
  })
})
