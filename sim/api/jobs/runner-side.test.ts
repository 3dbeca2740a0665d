import { gzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { utf8 } from '../../lib/bytes.ts'
import { zipFiles } from '../../model/jobs/job-artifacts.ts'
import { uploading } from '../../testing/multipart.ts'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

const carol = () => here.as('carol')

/** A project with a configuration, and a runner that asks it for jobs. */
function asked(config: string) {
  const path = `asked-${here.sim.world.projects.size}`
  const { id } = carol().post('/projects', { path, initialize_with_readme: true }).json
  const { runners_token: token } = carol().get(`/projects/${id}`).json
  const runner = here.as().post('/runners', { token }).json
  const next = () => here.as().post('/jobs/request', { token: runner.token }).json
  next()
  const file = { branch: 'main', commit_message: 'Configure', content: config }
  carol().post(`/projects/${id}/repository/files/.gitlab-ci.yml`, file)
  return { id, next }
}

interface Handed {
  readonly id: number
  readonly token: string
}

function upload({ id, token }: Handed, bytes: Uint8Array, fields: { readonly [name: string]: string } = {}) {
  const sent = uploading({ token, ...fields }, { field: 'file', name: 'artifacts.zip', bytes })
  return here.as().send('POST', `/jobs/${id}/artifacts`, sent)
}

const end = ({ id, token }: Handed) => here.as().put(`/jobs/${id}`, { token, state: 'success' })

const zip = (content: string) => zipFiles([{ path: 'a', bytes: utf8(content) }], 0)

describe('what a runner uploads', () => {
  const CONFIG = 'job: { script: x, artifacts: { paths: [a] } }'

  test('is kept as long as the installation says, unless the job says how long', () => {
    const days = (expires: string | undefined) => {
      const { id, next } = asked(CONFIG)
      const job = next()
      upload(job, zip('x'), expires === undefined ? {} : { expire_in: expires })
      const { artifacts_expire_at: at } = carol().get(`/projects/${id}/jobs/${job.id}`).json
      return at && Math.round((Date.parse(at) - here.sim.clock.now()) / 86_400_000)
    }
    expect([undefined, '1 week', 'never'].map(days)).toEqual([30, 7, null])
    here.as('root').put('/application/settings', { default_artifacts_expire_in: '0' })
    here.sim.clock.advance('61s')
    expect(days(undefined)).toBeNull()
  })

  test('is taken once for each type, again where it is the same, and never changed', () => {
    const job = asked(CONFIG).next()
    expect(upload(job, zip('x')).status).toBe(201)
    expect(upload(job, zip('x')).status).toBe(201)
    expect(upload(job, zip('y'))).toMatchObject({
      status: 400,
      json: { message: 'another artifact of the same type already exists' },
    })
  })

  test('has the format of its type', () => {
    const job = asked(CONFIG).next()
    expect(upload(job, zip('x'), { artifact_type: 'junit', artifact_format: 'raw' })).toMatchObject({
      status: 400,
      json: { message: 'Validation failed: Invalid file format with specified file type' },
    })
    expect(upload(job, zip('x'), { artifact_type: 'melody' })).toMatchObject({
      status: 400,
      json: { error: 'artifact_type does not have a valid value' },
    })
  })

  test('is no larger than the settings allow', () => {
    here.as('root').put('/application/settings', { max_artifacts_size: 1 })
    here.sim.clock.advance('61s')
    const job = asked(CONFIG).next()
    expect(upload(job, new Uint8Array(1024 * 1024 + 1))).toMatchObject({
      status: 413,
      json: { message: 'file size has reached maximum size limit' },
    })
  })
})

describe('what a runner is told', () => {
  test('names the earlier jobs whose artifacts the job takes, and their archives', () => {
    const { next } = asked(`
one: { stage: build, script: x, artifacts: { paths: [a] } }
two: { stage: build, script: x }
all: { script: x }
named: { script: x, dependencies: [two] }
none: { script: x, dependencies: [] }
needing: { script: x, needs: [two, { job: one, artifacts: false }] }
`)
    const [one, two] = [next(), next()]
    upload(one, zip('x'))
    end(one)
    end(two)
    const told = Array.from({ length: 4 }, next)
    const files = { artifacts_file: { filename: 'artifacts.zip', size: zip('x').length } }
    const dependencies = Object.fromEntries(told.map((job) => [job.job_info.name, job.dependencies]))
    expect(dependencies).toMatchObject({
      all: [
        { id: one.id, name: 'one', ...files },
        { id: two.id, name: 'two' },
      ],
      named: [{ id: two.id }],
      none: [],
      needing: [{ id: two.id }],
    })
    expect(dependencies.all[1]).not.toHaveProperty('artifacts_file')
  })

  test('has the variables that those jobs report', () => {
    const { next } = asked(`
one: { stage: build, script: x, artifacts: { reports: { dotenv: build.env } } }
two: { script: x }
`)
    const one = next()
    expect(one.artifacts).toEqual([
      {
        name: '.env',
        paths: ['build.env'],
        when: 'always',
        expire_in: null,
        artifact_type: 'dotenv',
        artifact_format: 'gzip',
      },
    ])
    const report = (text: string) =>
      upload(one, gzipSync(utf8(text)), { artifact_type: 'dotenv', artifact_format: 'gzip' })
    expect(report('no variable')).toMatchObject({ status: 400, json: { message: 'Invalid Format' } })
    expect(report('VERSION = 1.2\nURL=https://example.com/?a=b\n').status).toBe(201)
    end(one)
    const given = next().variables
    expect(given).toContainEqual({ key: 'VERSION', value: '1.2', public: false, masked: false })
    expect(given).toContainEqual(expect.objectContaining({ key: 'URL', value: 'https://example.com/?a=b' }))
  })

  test('has images, services, caches and artifacts as they are configured', () => {
    const { next } = asked(`
job:
  script: x
  timeout: 10 minutes
  image: { name: node, entrypoint: [''], pull_policy: if-not-present }
  services: [redis, { name: postgres, alias: db, command: [run], variables: { USER: me } }]
  cache: { key: deps, paths: [vendor/] }
  artifacts: { name: built, paths: [out/], exclude: [out/x], expire_in: 1 week, reports: { coverage_report: { coverage_format: cobertura, path: c.xml } } }
`)
    const plain = { entrypoint: null, ports: [], pull_policy: null }
    expect(next()).toMatchObject({
      runner_info: { timeout: 600 },
      image: { name: 'node', entrypoint: [''], ports: [], pull_policy: ['if-not-present'] },
      services: [
        { name: 'redis', ...plain, alias: null, command: null, variables: [] },
        {
          name: 'postgres',
          ...plain,
          alias: 'db',
          command: ['run'],
          variables: [{ key: 'USER', value: 'me' }],
        },
      ],
      cache: [{ key: 'deps-protected', paths: ['vendor/'] }],
      artifacts: [
        { name: 'built', paths: ['out/'], exclude: ['out/x'], expire_in: '1 week' },
        { artifact_type: 'cobertura', artifact_format: 'gzip', name: 'cobertura-coverage.xml' },
      ],
    })
  })

  test('fetches as deep as the project or a variable says', () => {
    const info = (variables: string) =>
      asked(`job: { script: x, variables: { ${variables} } }`).next().git_info
    expect(info('A: b')).toMatchObject({ depth: 20, refspecs: ['+refs/heads/main:refs/remotes/origin/main'] })
    expect(info('GIT_DEPTH: 3').depth).toBe(3)
    expect(info('GIT_DEPTH: 0')).toMatchObject({
      depth: 0,
      refspecs: ['+refs/heads/*:refs/remotes/origin/*', '+refs/tags/*:refs/tags/*'],
    })
  })
})
